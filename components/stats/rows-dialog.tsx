import { Button, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { BranchMark } from "@/components/ui/branch-mark";
import { inList } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { PhoneActions } from "@/components/ui/guest-phones";
import { timeOfDay } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { keysOf } from "@/components/ui/row-keys";
import { branchName } from "@/lib/known-branches";
import type { LiveRow } from "@/lib/stats/contract";
import { LIVE_MEASURES } from "@/lib/stats/live-measures";
import { type OpenFigure, useLiveRows } from "./queries";
import styles from "./rows-dialog.module.css";

/** The rows behind a figure, and how it is counted. */
export function RowsDialog({ measure, of, onClose }: OpenFigure & { onClose: () => void }) {
  const { label, formula } = LIVE_MEASURES[measure];
  return (
    <DialogFrame
      size="wide"
      title={`${label}, ${of === null ? "all branches" : branchName(of)}`}
      subtitle={formula}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <Rows measure={measure} of={of} onClose={onClose} />
      </div>
    </DialogFrame>
  );
}

function Rows({ measure, of, onClose }: OpenFigure & { onClose: () => void }) {
  const { data, error, isPending, refetch } = useLiveRows({ measure, of });
  if (isPending) return <Loading />;
  if (!data) return <ErrorNotice title="These rows could not be loaded." error={error} onRetry={() => refetch()} />;
  const { rows, total, unknown } = data;
  const keys = keysOf(rows, (row) => JSON.stringify(row));
  return (
    <>
      {unknown.length > 0 && <p className="note">Without {inList(unknown.map(branchName))}: not known here.</p>}
      {rows.length === 0 ? (
        <EmptyNotice title="Nothing yet tonight." />
      ) : (
        <ul className={styles.rows}>
          {rows.map((row, index) => (
            <li key={keys[index]} className={styles.row}>
              <Row row={row} isOfAll={of === null} onClose={onClose} />
            </li>
          ))}
        </ul>
      )}
      {total > rows.length && (
        <p className="note">
          The newest {rows.length} of {total.toLocaleString("en")}.
        </p>
      )}
    </>
  );
}

function Row({ row, isOfAll, onClose }: { row: LiveRow; isOfAll: boolean; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const session = useSession();
  const dialogs = useTableDialogs();
  const { branch, title, numbers, details, at, table_name } = row;
  const open = () => {
    onClose();
    if (table_name !== null) dialogs.openTable(table_name, branch);
  };
  return (
    <>
      <span className={styles.words}>
        {table_name !== null && session.can("open_saved_tables") ? (
          <UnstyledButton className={styles.open} onClick={open}>
            <bdi>{title}</bdi>
          </UnstyledButton>
        ) : (
          <bdi className={styles.title}>{title}</bdi>
        )}
        <span className="note">
          {details}
          {isOfAll && (
            <>
              {" · "}
              <BranchMark branch={branch} />
            </>
          )}
        </span>
      </span>
      {numbers && numbers.length > 0 && <PhoneActions phones="" numbers={numbers} />}
      <time className="note tabular" dateTime={at}>
        {timeOfDay(at, timeZone)}
      </time>
    </>
  );
}

function Loading() {
  return (
    <div role="status" className={styles.rows}>
      <VisuallyHidden>Loading the rows</VisuallyHidden>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </div>
  );
}
