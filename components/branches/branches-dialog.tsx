import { Button, Skeleton } from "@mantine/core";
import { useHoldsEverything } from "@/components/app-base/session";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { ErrorNotice } from "@/components/ui/notice";
import { BRANCHES_TEXTS } from "@/lib/branches/branch-texts";
import { BranchRow } from "./branch-row";
import styles from "./branches.module.css";
import { NewBranch } from "./new-branch";
import { useBranches } from "./queries";

/** The restaurants of the group: one is opened, named otherwise, closed or opened again. */
export function BranchesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending, refetch } = useBranches();
  const mayChange = useHoldsEverything();
  return (
    <DialogFrame
      size="wide"
      title={BRANCHES_TEXTS.title}
      subtitle={BRANCHES_TEXTS.help}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        {isPending && <Skeleton height={240} radius="md" />}
        {error && !data && <ErrorNotice title={BRANCHES_TEXTS.listFailed} error={error} onRetry={() => refetch()} />}
        {data && (
          <ul className={styles.list} aria-label={BRANCHES_TEXTS.title}>
            {data.branches.map((branch) => (
              <BranchRow key={branch.key} branch={branch} mayChange={mayChange} />
            ))}
          </ul>
        )}
        {data && mayChange && <NewBranch known={data.branches} />}
        {!mayChange && <p className="note">{BRANCHES_TEXTS.notTheirs}</p>}
      </div>
    </DialogFrame>
  );
}
