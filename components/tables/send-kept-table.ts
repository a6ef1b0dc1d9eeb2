import { TRY_AGAIN } from "@/lib/api/api-error";
import { currentBackend } from "@/lib/api/backends";
import { destinationOfDraft } from "@/lib/draft-destination";
import { awardCount, type Draft, dropDraft, keepDraft, readDraft } from "@/lib/drafts";
import { POINTS_PER_VISIT } from "@/lib/loyalty/points-per-visit";
import { alreadyAwarded, loyaltySummary, TABLE_TEXTS } from "@/lib/tables/table-texts";
import { wrongBirthday } from "./edit-changes";
import { nameOf } from "./guest-lists";
import { withPending } from "./pending-guest";
import { placeOf, sendCallsTo } from "./queries";
import { keepTableApi } from "./remembered-choices";
import { isSentByItself, noteTry } from "./resend-timing";
import { type Failure, type SendProgress, type SendResult, sendDraft } from "./send-draft";

// Two buttons may ask for the same draft (the strip and the list); one sending at a time answers both.
const underWay = new Map<string, Promise<SendResult>>();

/** Sends a draft to its own server and takes it off this device once every step is acknowledged. */
export function sendKept(draft: Draft, report: (progress: SendProgress) => void = () => {}): Promise<SendResult> {
  const running = underWay.get(draft.id);
  if (running) return running;
  const sending = sendAndSettle(draft, report).finally(() => {
    underWay.delete(draft.id);
    noteTry();
  });
  underWay.set(draft.id, sending);
  return sending;
}

async function sendAndSettle(draft: Draft, report: (progress: SendProgress) => void): Promise<SendResult> {
  const { draft: whole, problem } = withPending(draft);
  if (problem !== null) return halfTyped(draft, problem);
  const wrong = wrongBirthday(draft);
  if (wrong) return halfTyped(draft, wrong.problem);
  const place = placeOf(destinationOfDraft(draft));
  // Points whose answer is missing are asked for again where they were asked for first, whatever was chosen since.
  const asked = draft.step === "awarding" ? draft.loyalty_base : null;
  const loyalty_base = asked || currentBackend().loyaltyBase || place.base;
  const result = await sendDraft({ ...whole, loyalty_base }, sendCallsTo(place, loyalty_base), keepDraft, report);
  if (result.outcome === "failed") return result;
  const { branch, api_base } = result.draft.info;
  if (result.draft.table_name) keepTableApi(branch, result.draft.table_name, api_base);
  const waiting = awardCount(result.draft, "waiting");
  if (waiting === 0) dropDraft(draft.id);
  else keepDraft({ ...result.draft, last_error: `Points for ${waiting} ${waiting === 1 ? "guest" : "guests"} are still to be awarded.` });
  return result;
}

function halfTyped(draft: Draft, problem: string): SendResult {
  const message = `A guest is only half typed. ${problem} Open the table to finish.`;
  return { outcome: "failed", draft, failure: { status: 0, code: "half_typed", message, fields: {} } };
}

/** The server has read it and says no: somebody has to look. */
export function wasRefused(result: SendResult): boolean {
  return result.outcome === "failed" && !isSentByItself(result.draft);
}

export interface Outcome {
  tone: "success" | "error" | "notice";
  lines: string[];
}

/** The message after a new table was sent: the specification's sentence first, then what is safe and what to do. */
export function outcomeOf(result: SendResult): Outcome {
  if (result.outcome === "failed") return failed(result);
  if (result.loyaltyBroke)
    return {
      tone: "error",
      lines: [TABLE_TEXTS.loyaltyBroke, "The table is saved. Its points are asked for by themselves, and never twice."],
    };
  // Nobody with a phone, or points that were there before: a number of none would only make somebody look for a mistake.
  const points = pointsGiven(result.given ?? []);
  const summary = result.awarded + result.failed > 0 && points !== 0 ? [loyaltySummary(result.awarded, result.failed, points)] : [];
  const already = result.already.length > 0 ? [alreadyAwarded(result.already.map(nameOf))] : [];
  return { tone: result.failed > 0 ? "error" : "success", lines: [...summary, ...already] };
}

/** What each guest got; where the rules give more to some, from the least to the most. Older servers do not say. */
function pointsGiven(given: readonly number[]): number | string {
  const [least, most] = [Math.min(...given), Math.max(...given)];
  if (given.length === 0) return POINTS_PER_VISIT;
  return least === most ? least : `${least} to ${most}`;
}

/** "What is safe" comes first if nobody has to do anything; if the device could not keep the table, it is not said. */
function failed({ draft, failure }: Extract<SendResult, { outcome: "failed" }>): Outcome {
  const why = [TABLE_TEXTS.saveTableFailed, failure.message];
  if (!isKept(draft)) return { tone: "error", lines: [...why, TABLE_TEXTS.notKept] };
  if (isSentByItself(draft))
    return { tone: "notice", lines: [TABLE_TEXTS.keptAndSent, `${TABLE_TEXTS.saveTableFailed} ${whyWaiting(failure)}`] };
  return { tone: "error", lines: [...why, "The table and its guests are kept on this device. Retry from Saved Tables."] };
}

/** Why something waits that goes by itself: nobody has to try anything again. */
export function whyWaiting({ message }: Pick<Failure, "message">): string {
  return message.replace(` ${TRY_AGAIN}`, "");
}

/** Whether a save without an answer goes by itself: this device has it, and asks again. */
export function isKept({ id }: Draft): boolean {
  return readDraft(id) !== null;
}
