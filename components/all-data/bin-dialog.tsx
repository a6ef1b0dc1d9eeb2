import { Button, Skeleton } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { GuestRow } from "@/components/ui/guest-row";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice, failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import styles from "./all-data-screen.module.css";
import { useBin, usePutBack } from "./queries";

/** The deleted guests, with who deleted them and when. Nothing in it expires. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const bin = useBin();
  const putBack = usePutBack();
  const deleted = bin.data?.pages.flatMap((page) => page.deleted) ?? [];
  const back = async (id: string) => {
    try {
      toast.success((await putBack.mutateAsync(id)).message);
    } catch (error) {
      toast.error(failureText(error, ALL_DATA_TEXTS.notPutBack));
    }
  };
  return (
    <DialogFrame
      size="medium"
      title="Bin"
      subtitle={ALL_DATA_TEXTS.bin}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.bin}>
        {bin.isPending && <Skeleton height={200} />}
        {bin.error && <ErrorNotice title={ALL_DATA_TEXTS.binFailed} error={bin.error} onRetry={() => void bin.refetch()} />}
        {bin.data && deleted.length === 0 && !bin.hasNextPage && <EmptyNotice title={ALL_DATA_TEXTS.binEmpty} />}
        <ul className={styles.deleted} aria-label="Deleted guests">
          {deleted.map(({ id, name, numbers = [], at, by }) => (
            <li key={id}>
              <GuestRow
                guest={{ name, phones: numbers.map(({ shown }) => shown).join(", "), numbers }}
                details={
                  <>
                    Deleted {by && <bdi>by {by}, </bdi>}
                    <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
                  </>
                }
                action={
                  <Button
                    variant="default"
                    size="sm"
                    leftSection={<Undo2 size={16} aria-hidden />}
                    aria-label={`Put ${name || "this guest"} back`}
                    loading={putBack.isPending && putBack.variables === id}
                    onClick={() => void back(id)}
                  >
                    Put back
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
        {bin.hasNextPage && (
          <Button variant="default" loading={bin.isFetchingNextPage} onClick={() => void bin.fetchNextPage()}>
            Show earlier
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}
