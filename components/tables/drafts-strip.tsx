import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, NotebookPen } from "lucide-react";
import { useState } from "react";
import { type Draft, isWaiting } from "@/lib/drafts";
import classes from "./drafts-strip.module.css";
import { useTableDialogs } from "./table-dialogs";
import { hasGuests, useDrafts } from "./use-drafts";

/** "1 table waiting to send", for the shell to show under its bar; nothing when nothing is left on this device. */
export function DraftsStrip() {
  const { activeDraft, openDraft, savedTables } = useTableDialogs();
  const drafts = useDrafts().filter((draft) => draft.id !== activeDraft && hasGuests(draft));
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const waiting = drafts.filter(isWaiting);
  if (drafts.length === 0) return null;

  const retry = async () => {
    setSending(true);
    try {
      // Only now: sending compares phones, and that knowledge is no part of a page's first load.
      const [{ sendKept }, { sayOutcome }] = await Promise.all([import("./send-kept"), import("./say-outcome")]);
      for (const draft of waiting) sayOutcome(await sendKept(draft));
      await client.invalidateQueries();
    } finally {
      setSending(false);
    }
  };

  const Icon = waiting.length > 0 ? CloudOff : NotebookPen;
  const [only] = drafts;
  return (
    <div className={classes.strip} data-waiting={waiting.length > 0 || undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <p className={classes.text} role="status">
        {sentence(drafts, waiting.length)}
      </p>
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
    </div>
  );
}

function sentence(drafts: readonly Draft[], waiting: number): string {
  const tables = (count: number) => `${count} ${count === 1 ? "table" : "tables"}`;
  const unfinished = drafts.length - waiting;
  if (waiting === 0) return `${tables(unfinished)} not finished on this device`;
  return unfinished > 0 ? `${tables(waiting)} waiting to send, ${unfinished} not finished` : `${tables(waiting)} waiting to send`;
}
