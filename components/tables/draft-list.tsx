import { Button } from "@mantine/core";
import { useState } from "react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { counted } from "@/components/ui/counted";
import { awardCount, type Draft, dropDraft, isWaiting, keepDraft } from "@/lib/drafts";
import { branchName } from "@/lib/known-branches";
import { localTime } from "@/lib/local-time";
import { useRefreshAll } from "./queries";
import classes from "./saved-tables.module.css";
import { sayOutcome } from "./say-outcome";
import { SeatDots } from "./seat-dots";
import type { SendProgress } from "./send-draft";
import { sendKept } from "./send-kept-table";
import { type TableView, viewOfDraft } from "./table-view";
import { useDrafts } from "./use-drafts";

/** "Drafts on this device": what was never sent, what was sent without an answer, and points still to be awarded. */
export function DraftList({ onView }: { onView: (view: TableView) => void }) {
  const drafts = useDrafts();
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  if (drafts.length === 0 && !discarded) return null;
  return (
    <section className={classes.drafts} aria-labelledby="drafts-on-this-device">
      <h3 id="drafts-on-this-device" className={classes.draftsHeading}>
        Drafts on this device
      </h3>
      <ul className={classes.draftRows}>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            onOpen={() => onView(viewOfDraft(draft, "saved"))}
            onDiscard={() => {
              dropDraft(draft.id);
              setDiscarded(draft);
            }}
          />
        ))}
      </ul>
      <div role="status">
        {discarded && (
          <div className={classes.discarded}>
            <span>Table {discarded.info.table_number || "without number"} was discarded.</span>
            <Button
              variant="subtle"
              onClick={() => {
                keepDraft(discarded);
                setDiscarded(null);
              }}
            >
              Undo
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function DraftRow({ draft, onOpen, onDiscard }: { draft: Draft; onOpen: () => void; onDiscard: () => void }) {
  const { timeZone } = usePlaces();
  const refresh = useRefreshAll();
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const { info, guests } = draft;
  const awarding = draft.step === "awarding";
  const label = `table ${info.table_number || "without number"}`;

  const retry = async () => {
    setProgress({ step: "saving" });
    try {
      sayOutcome(await sendKept(draft, setProgress));
      await refresh();
    } finally {
      setProgress(null);
    }
  };

  return (
    <li className={classes.draft}>
      <SeatDots guests={guests.length} />
      <div className={classes.cardText}>
        <span className={classes.cardTitle}>
          Table <bdi>{info.table_number || "…"}</bdi>
        </span>
        <span className="note tabular">
          {[info.hostess, info.waiter].filter(Boolean).map((name, index) => (
            <span key={name + String(index)}>
              {index > 0 && " · "}
              <bdi>{name}</bdi>
            </span>
          ))}
          {info.branch && ` · ${branchName(info.branch)}`}
        </span>
        <span className="note tabular">
          {counted(guests.length, "guest")} · {localTime(new Date(draft.updated_at), timeZone)}
        </span>
        <span className={classes.draftState} data-waiting={isWaiting(draft) || undefined}>
          {progress ? progressOf(progress) : stateOf(draft)}
        </span>
      </div>
      <div className={classes.draftButtons}>
        {isWaiting(draft) && (
          <Button onClick={() => void retry()} loading={progress !== null} aria-label={`Retry ${label}`}>
            Retry
          </Button>
        )}
        {!awarding && (
          <Button variant="light" onClick={onOpen} disabled={progress !== null} aria-label={`Open ${label}`}>
            Open
          </Button>
        )}
        <Button variant="subtle" color="danger" onClick={onDiscard} disabled={progress !== null} aria-label={`Discard ${label}`}>
          Discard
        </Button>
      </div>
    </li>
  );
}

function stateOf(draft: Draft): string {
  if (draft.step === "awarding") {
    const points = awardCount(draft, "waiting");
    return `Saved. Points for ${counted(points, "guest")} to be awarded.`;
  }
  if (draft.last_error) return `Not saved. ${draft.last_error}`;
  if (draft.step === "saving") return "Waiting to send";
  return draft.original ? "Changes not saved" : "Not finished";
}

function progressOf(progress: SendProgress): string {
  return progress.step === "saving" ? "Saving table…" : `Awarding points ${progress.done}/${progress.total}`;
}
