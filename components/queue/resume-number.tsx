import { Button } from "@mantine/core";
import { Can } from "@/components/app-base/can";
import { changeFailure } from "@/components/ui/change-failure";
import { useResumeSender } from "./queries";
import styles from "./worker-cards.module.css";

/** For whoever may: somebody has seen to what WhatsApp refused. */
export function ResumeSender({ id, name }: { id: string; name: string }) {
  const resume = useResumeSender();
  return (
    <Can permission="user_create">
      <div className={styles.resume}>
        <Button
          size="sm"
          variant="default"
          loading={resume.isPending}
          onClick={() => resume.mutate(id)}
          aria-label={`Let ${name} send again`}
        >
          Let it send again
        </Button>
        {resume.error && (
          <p role="alert">{changeFailure(resume.error, "It was not resumed.", "Its state here shows it as soon as the server answers.")}</p>
        )}
      </div>
    </Can>
  );
}
