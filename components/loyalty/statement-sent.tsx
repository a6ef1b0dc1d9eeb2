import { Skeleton } from "@mantine/core";
import { MessageResults } from "@/components/queue/message-results";
import { ObstacleNote, withoutWaiting } from "@/components/queue/obstacle-note";
import { useTask } from "@/components/queue/queries";
import { ErrorNotice } from "@/components/ui/notice";
import type { Enqueued } from "@/lib/queue/contract";

/** What becomes of a statement that was queued, or why it was not. */
export function StatementSent({ sent }: { sent: Enqueued }) {
  const { data: task, error, refetch } = useTask(sent.task_id);
  const [left] = [...sent.skipped, ...sent.invalid];
  if (sent.task_id === null) return <p role="alert">Nothing was queued. {left?.reason ?? sent.detail}</p>;
  return (
    <section aria-label="Sent by WhatsApp">
      {sent.by_template > 0 && <p>The number sends by the official API: the guest gets the approved template in place of the picture.</p>}
      {task ? (
        <>
          <ObstacleNote obstacle={task.obstacle} />
          <MessageResults results={withoutWaiting(task.results, task.obstacle, task.paused ? "paused" : null)} />
        </>
      ) : error ? (
        <ErrorNotice title="It is queued, and how far it is could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={48} radius="md" aria-label="Queued" role="status" />
      )}
    </section>
  );
}
