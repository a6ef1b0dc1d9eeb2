import { Button } from "@mantine/core";
import { Can } from "@/components/app-base/can";
import { changeFailure } from "@/components/ui/change-failure";
import { whoCan } from "@/lib/queue/who-may-send";
import { useResumeSender } from "./queries";
import styles from "./worker-cards.module.css";

interface Props {
  id: string;
  name: string;
  /** The names of some who may. */
  who?: readonly string[] | undefined;
}

/** Somebody has seen to what WhatsApp refused: for whoever may say so; to others it is said who can. */
export function ResumeSender({ id, name, who = [] }: Props) {
  const resume = useResumeSender();
  const others = who.length > 0 && <p>To let it send again: {whoCan(who)}</p>;
  return (
    <Can permission="user_create" fallback={others}>
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
