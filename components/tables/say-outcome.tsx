import { toast } from "@/components/ui/toast";
import { shownPhones } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./say-outcome.module.css";
import type { SavedPairs, SendResult } from "./send-draft";
import { type Outcome, outcomeOf } from "./send-kept-table";

/** A note is no list. */
const PAIRS_SHOWN = 3;

/** Says how a sending ended, in a note that stays until it is closed when something is left to do. */
export function sayOutcome(result: SendResult, outcome: Outcome = outcomeOf(result)): void {
  const table = result.draft.info.table_number;
  const saved = result.outcome === "saved" ? [`Table ${table} saved.`] : [];
  say(result, { ...outcome, lines: [...outcome.lines, ...(outcome.tone === "success" ? saved : [])] });
}

/** The same of a table that was there before: one note for its save and for the points of those who came to it. */
export function sayEdited(result: SendResult): void {
  const hasPoints = result.outcome === "saved" && (Object.keys(result.draft.awards).length > 0 || result.loyaltyBroke);
  const { tone, lines }: Outcome = hasPoints ? outcomeOf(result) : { tone: "success", lines: [] };
  say(result, { tone, lines: [TABLE_TEXTS.tableSaved, ...lines] });
}

function say(result: SendResult, { tone, lines: [first, ...rest] }: Outcome): void {
  toast[tone](
    <span className={classes.lines}>
      <strong>{first}</strong>
      {rest.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>,
    // A later try has the last word about the table.
    `table-${result.draft.id}`,
  );
  if (result.outcome === "saved" && result.pairs.length > 0) toast.notice(mayBeTheSame(result.pairs), `pairs-${result.draft.id}`);
}

/** Of a saved table in which one more row held the numbers of two guests. */
function mayBeTheSame(pairs: SavedPairs) {
  const more = pairs.length - PAIRS_SHOWN;
  return (
    <>
      May be the same:{" "}
      {pairs.slice(0, PAIRS_SHOWN).map(({ name, other, phones }, at) => (
        <span key={`${name}/${other}/${phones}`}>
          {at > 0 && ", "}
          <bdi>{name}</bdi> and <bdi>{other}</bdi> (
          <bdi dir="ltr" className={classes.numbers}>
            {shownPhones(phones)}
          </bdi>
          )
        </span>
      ))}
      {more > 0 && ` and ${more} more`}. One row held the numbers of both; they were left as they are.
    </>
  );
}
