import { Button, Skeleton } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { ErrorNotice, failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { formatBirthday } from "@/lib/birthday-dates";
import type { Receipt } from "@/lib/duplicates/contract";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import { GUEST_FIELDS, type GuestField, shownField } from "@/lib/guest-fields";
import { branchName } from "@/lib/known-branches";
import styles from "./duplicates.module.css";
import { useEnd, useReceipts } from "./queries";

interface Props {
  id: string;
  /** Only the newest by hand, as after it was done. */
  newest?: boolean;
  onUndone?: () => void;
}

/** Each time that somebody's record became part of a guest, with where each value came from, and its undo at any later time. */
export function Receipts({ id, newest = false, onUndone }: Props) {
  const receipts = useReceipts(id, true);
  if (receipts.isPending) return <Skeleton height={160} radius="md" aria-label="Loading" />;
  if (receipts.error)
    return <ErrorNotice title={DUPLICATES_TEXTS.receiptsFailed} error={receipts.error} onRetry={() => void receipts.refetch()} isSearch />;
  const all = receipts.data.receipts;
  const shown = newest ? all.filter(({ kind }) => kind === "hand").slice(0, 1) : all;
  if (shown.length === 0) return <p className={styles.note}>{DUPLICATES_TEXTS.noReceipts}</p>;
  return (
    <ul className={styles.receipts} aria-label={DUPLICATES_TEXTS.receipts}>
      {shown.map((receipt) => (
        <li key={`${receipt.at} ${receipt.undo_id}`}>
          <OneReceipt receipt={receipt} onUndone={onUndone} />
        </li>
      ))}
    </ul>
  );
}

function OneReceipt({ receipt, onUndone }: { receipt: Receipt; onUndone?: () => void }) {
  const { timeZone } = useAppSettings();
  const end = useEnd();
  const { one, other, values, undo_id } = receipt;
  const undo = async (id: string) => {
    try {
      toast.success((await end.mutateAsync(id)).message);
      onUndone?.();
    } catch (error) {
      toast.error(failureText(error, "It was not undone."));
    }
  };
  const names = { one: called(one), other: called(other) };
  return (
    <section className={styles.receipt}>
      <p className={styles.when}>{whenAndHow(receipt, timeZone)}</p>
      <dl className={styles.origins}>
        {values.map(({ field, value, from, instead }) => (
          <div key={`${field} ${value}`}>
            <dt>{labelOf(field)}</dt>
            <dd>
              <bdi className={styles.stands}>{read(field, value)}</bdi>
              <span className={styles.from}>
                {from === "both" ? (
                  "from both"
                ) : (
                  <>
                    from <bdi>{names[from]}</bdi>
                  </>
                )}
                {instead && (
                  <>
                    , in place of <bdi>{read(field, instead)}</bdi>
                  </>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {undo_id && (
        <Button
          variant="default"
          leftSection={<Undo2 size={18} strokeWidth={1.75} aria-hidden />}
          loading={end.isPending}
          onClick={() => void undo(undo_id)}
        >
          {DUPLICATES_TEXTS.undo}
        </Button>
      )}
    </section>
  );
}

const called = ({ name, phones }: Receipt["one"]) => name || phones || "the guest without a name";

function labelOf(field: string): string {
  if (field === "number") return "Number";
  return Object.hasOwn(GUEST_FIELDS, field) ? GUEST_FIELDS[field as GuestField].label : field;
}

function read(field: string, value: string): string {
  if (field === "birthday") return formatBirthday(value);
  return Object.hasOwn(GUEST_FIELDS, field) ? shownField(field as GuestField, value) : value;
}

function whenAndHow({ kind, at, evening, branch, by, one, other }: Receipt, timeZone: string): string {
  if (kind === "hand") return `${by ?? "Somebody"} made one guest of ${called(one)} and ${called(other)}, ${dayAndTime(at, timeZone)}`;
  const where = branch === null ? "" : `, ${branchName(branch)}`;
  if (kind === "import") return `A file brought more of ${called(one)}, ${dayAndTime(at, timeZone)}${where}`;
  if (kind === "prize") return `The winner of a competition, ${dayAndTime(at, timeZone)}${where}: ${called(other)}`;
  if (kind === "reservation")
    return `The reservation for ${evening === null ? dayAndTime(at, timeZone) : longDate(evening)}${where}: ${called(other)}`;
  return `The night’s merge took the table of ${evening === null ? dayAndTime(at, timeZone) : longDate(evening)}${where}: ${called(other)}`;
}
