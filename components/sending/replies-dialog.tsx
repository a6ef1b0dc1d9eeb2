import { Button, Skeleton } from "@mantine/core";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { GuestRow } from "@/components/ui/guest-row";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { BRANCH_NAMES, isBranchKey } from "@/lib/branches";
import styles from "./replies-dialog.module.css";
import { useReplies } from "./reply-queries";
import { ReplyWords } from "./reply-words";

/** What guests wrote back, the newest first: who, to which branch, when, and how to reach them. */
export function RepliesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending, refetch } = useReplies();
  return (
    <DialogFrame
      size="wide"
      title="Replies"
      subtitle="What guests wrote back in the last seven days. Answer them by phone."
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        {isPending && <Skeleton height={200} radius="md" />}
        {error && !data && <ErrorNotice title="The replies could not be loaded." error={error} onRetry={() => refetch()} />}
        {data?.replies.length === 0 && (
          <EmptyNotice title="No guest has replied in the last seven days.">
            What they write to the house’s numbers stands here.
          </EmptyNotice>
        )}
        <ul className={styles.list}>
          {data?.replies.map(({ name, phone, digits, branch, ...reply }) => (
            <li key={reply.id}>
              <GuestRow
                guest={{ name, phones: phone, numbers: [{ shown: phone, digits }] }}
                callable
                details={<ReplyWords replies={[reply]} />}
                notes={isBranchKey(branch) ? BRANCH_NAMES[branch] : branch}
              />
            </li>
          ))}
        </ul>
      </div>
    </DialogFrame>
  );
}
