import { Button } from "@mantine/core";
import { CirclePause, CirclePlay, CircleStop } from "lucide-react";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import styles from "./campaign-buttons.module.css";
import { useCampaignCalls } from "./campaign-queries";
import { handedOverInWords } from "./handed-over-text";

interface Props {
  /** Of the campaign, or of one of its tasks. */
  id: string;
  /** With its branch, as it is told apart from the others of its date. */
  name: string;
  branch: string;
  paused: Campaign["paused"];
  /** The sending of its branch is stopped: that is resumed first. */
  stopped?: boolean | undefined;
  /** How many a cancel takes back, and how many it cannot: handed over, without an answer. */
  waiting: number;
  handedOver: number;
  /** Whom it is for, where its name does not say it: a sentence. */
  whom?: string | undefined;
}

function waitingInWords(waiting: number): string {
  return waiting === 1
    ? "1 message waits. It is cancelled and stays cancelled."
    : `${waiting.toLocaleString("en")} messages wait. They are cancelled and stay cancelled.`;
}

/** What is done about one campaign alone, for as long as some of it waits; the others go on. */
export function CampaignButtons({ id, name, branch, paused, stopped = false, waiting, handedOver, whom }: Props) {
  const dialogs = useDialogs();
  const { pause, resume, cancel } = useCampaignCalls(id, branch);
  const isBusy = pause.isPending || resume.isPending || cancel.isPending;
  const run = (deed: Promise<unknown>, failed: string) => deed.catch((error: unknown) => dialogs.alert(failed, plainCause(error)));
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: `Cancel ${name}?`,
      body: [whom, waitingInWords(waiting), handedOverInWords(handedOver), "What else is queued goes on."].filter(Boolean).join(" "),
      confirmLabel: "Cancel this campaign",
      cancelLabel: "Keep it",
      tone: "danger",
    });
    if (sure)
      await run(
        cancel.mutateAsync().then(({ detail }) => toast.success(detail)),
        "The campaign was not cancelled.",
      );
  };
  return (
    <div className={styles.buttons}>
      {paused ? (
        <Button
          size="sm"
          disabled={isBusy}
          onClick={() => run(resume.mutateAsync(), "The campaign was not resumed.")}
          leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}
          aria-label={`Resume ${name}`}
        >
          Resume
        </Button>
      ) : stopped ? null : (
        <Button
          size="sm"
          variant="default"
          disabled={isBusy}
          onClick={() => run(pause.mutateAsync(), "The campaign was not paused.")}
          leftSection={<CirclePause size={18} strokeWidth={1.75} aria-hidden />}
          aria-label={`Pause ${name}`}
        >
          Pause
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        disabled={isBusy}
        onClick={ask}
        leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}
        aria-label={`Cancel ${name}`}
      >
        Cancel
      </Button>
    </div>
  );
}
