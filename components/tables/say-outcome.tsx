import { toast } from "@/components/ui/toast";
import classes from "./say-outcome.module.css";
import type { SendResult } from "./send-draft";
import { type Outcome, outcomeOf } from "./send-kept";

/** Says how a sending ended, in a note that stays until it is closed when something is left to do. */
export function sayOutcome(result: SendResult, outcome: Outcome = outcomeOf(result)): void {
  const table = result.draft.info.table_number;
  const saved = result.outcome === "saved" ? [`Table ${table} saved.`] : [];
  const [first, ...rest] = [...outcome.lines, ...(outcome.tone === "success" ? saved : [])];
  toast[outcome.tone](
    <span className={classes.lines}>
      <strong>{first}</strong>
      {rest.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>,
    // A later try has the last word about the table.
    `table-${result.draft.id}`,
  );
}
