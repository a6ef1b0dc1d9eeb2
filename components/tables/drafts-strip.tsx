import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CloudCheck, CloudOff, CloudUpload, NotebookPen, WifiOff } from "lucide-react";
import { useState } from "react";
import { useOfflineReady } from "@/components/app-base/offline-ready";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { Strip } from "@/components/ui/strip";
import { type Draft, isWaiting } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { useTableDialogs } from "./table-dialogs";
import { useDraftsBeside } from "./use-drafts";
import { loadSending, type SelfSending, useSelfSending } from "./use-resend-drafts";

interface Props {
  /** Reservations of which something waits to be sent. */
  parties: readonly string[];
}

/** "Offline. 1 table waiting to send." under the bar: what the server lacks, and what is done about it. Else nothing. */
export function DraftsStrip({ parties }: Props) {
  const { openDraft, savedTables } = useTableDialogs();
  const drafts = useDraftsBeside();
  const client = useQueryClient();
  const offline = useServerState() === "off";
  const itself = useSelfSending(drafts, parties);
  const [pressed, setPressed] = useState(false);
  const waiting = drafts.filter(isWaiting);
  const sending = pressed || itself.progress !== null;
  const isReady = useOfflineReady();
  const words = sentence(offline, isReady, drafts, waiting.length, itself);

  const retry = async () => {
    setPressed(true);
    try {
      const { sendKept, sayOutcome } = await loadSending();
      for (const draft of waiting) sayOutcome(await sendKept(draft));
      await client.invalidateQueries();
    } catch {
      // The code for it is not there yet; it is asked for again by itself.
    } finally {
      setPressed(false);
    }
  };

  const Icon = sending ? CloudUpload : offline ? WifiOff : waiting.length > 0 ? CloudOff : drafts.length > 0 ? NotebookPen : CloudCheck;
  const [only] = drafts;
  return (
    <Strip icon={Icon} words={words} tone={offline || waiting.length > 0 ? "waiting" : "calm"}>
      {drafts.length > 0 && (
        <>
          <Button
            variant="subtle"
            color={waiting.length > 0 ? "accent" : "primary"}
            onClick={() => (drafts.length === 1 && only ? openDraft(only) : savedTables())}
          >
            {drafts.length === 1 ? "Open" : "Show"}
          </Button>
          {waiting.length > 0 && (
            <Button color="accent" loading={sending} onClick={() => void retry()}>
              Retry
            </Button>
          )}
        </>
      )}
    </Strip>
  );
}

function sentence(offline: boolean, isReady: boolean, drafts: readonly Draft[], waiting: number, { progress, said }: SelfSending): string {
  if (progress) return `Sending table ${Math.min(progress.done + 1, progress.total)} of ${progress.total}…`;
  const unfinished = drafts.length - waiting;
  const what = [
    waiting > 0 && `${counted(waiting, "table")} waiting to send`,
    unfinished > 0 && (waiting > 0 ? `${unfinished} not finished` : `${counted(unfinished, "table")} not finished on this device`),
  ];
  const parts = what.filter(Boolean).join(", ");
  if (offline) return `${TABLE_TEXTS.offline} ${parts ? `${parts}.` : TABLE_TEXTS.keptOffline}${isReady ? "" : ` ${TABLE_TEXTS.notReady}`}`;
  return [said, parts].filter(Boolean).join(" ");
}
