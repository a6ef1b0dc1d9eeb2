import type { BodyOf } from "../../api/endpoint";
import { type Caller, holdsEverything } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import type { Happening } from "../../events";
import type { setOptOut as setOptOutContract } from "../../opt-outs/contract";
import { masked, readPhones } from "../../phones";
import { recallNo } from "../hub-journal/read-opt-out";
import { noteInHubJournal } from "../hub-journal/write";
import { ItemsAtHand } from "../item-batch";
import { failed } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { OPTED_OUT, OPTED_OUT_CODE, UNDECIDED_CODE } from "../left-out-reasons";
import { limitsIn } from "../limits/stored-limits";
import { keepReply } from "../replies/keep";
import { settleRepliesOf } from "../replies/settle";
import { endHolds } from "../send-policy/release-holds";
import type { inbound as inboundContract } from "../workers/contract";
import { agree, disagree } from "./consents";
import { inDoubtOf, noteDecided, noteUnsure, requireMayDecide } from "./decide-replies";
import { noteWhoNoted, requireMayLiftNo } from "./noted-no";
import { isOwnWord, readOptOut } from "./parse-opt-out";
import { hearReservationAnswer, tellAnswers } from "./reservation-answers";
import { soundsLikeNo } from "./sounds-like-no";

/** What a guest wrote to one of our numbers. */
export interface Inbound {
  /** The number that they wrote to, as `cloud:PHONE_NUMBER_ID`; null where whoever tells it does not know. */
  account: string | null;
  /** Digits with the country code. */
  from: string;
  text: string;
  /** What the button stands for that was pressed: it is judged in place of its words. */
  payload?: string | null;
  /** When it was written (ISO 8601); null where whoever tells it does not know. */
  at: string | null;
}

/**
 * Takes what guests wrote: one who says no gets nothing any more, from that moment on; one who says yes again does. That a
 * guest wrote at all opens the day within which WhatsApp lets the number that they wrote to answer freely. It is told late, twice
 * and in any order, so a yes from before a no, or from its very second, changes nothing; a no always counts, for in doubt nobody is
 * written to.
 * @returns how many said no, or yes
 */
export async function takeInbound(messages: readonly Inbound[], by: WriteBy): Promise<number> {
  if (messages.length === 0) return 0;
  const hub = await hubStore();
  const { heard, due, answered } = await hub.write(by, async (tx) => {
    const at = now().getTime();
    const { words } = limitsIn(hub.sql);
    const happened: Happening[] = [];
    const answered: string[] = [];
    for (const message of messages) {
      // A PC's clock may run ahead, and a no of tomorrow would hold against every yes until then.
      const said = Math.min(at, message.at === null ? at : Date.parse(message.at));
      const judged = message.payload ?? message.text;
      const about = await hearReservationAnswer(tx, { digits: message.from, text: judged, said });
      if (about !== null) answered.push(about);
      const wish = about !== null ? null : (readOptOut(judged, words) ?? (soundsLikeNo(judged, words) ? "unsure" : null));
      happened.push(...(await takeOne(tx, message, { wish, isTaken: about !== null, said }, at)));
    }
    // Whoever has just written may be answered, whatever held back a message that would have been the first word.
    const wrote = messages.map(({ from }) => from);
    const due = await endHolds(tx, ["LIMIT", "NUMBER", "NO_TEMPLATE", "PAUSED", UNDECIDED_CODE], at, [...new Set(wrote)]);
    return { answer: { heard: happened.length, due, answered }, happened };
  });
  tellAnswers(answered);
  if (due > 0) workerNotifier().notify();
  return heard;
}

/** What guests wrote to the number by which a worker PC sends. @returns as `takeInbound` does */
export async function takeInboundOfWorker({ worker_id, messages }: BodyOf<typeof inboundContract>, by: WriteBy): Promise<number> {
  const { sql } = await hubStore();
  // Also of a process that a newer one has replaced: it is the same phone's, and a no must not be lost.
  const account = statement<[string], string | null>(sql, "SELECT account FROM queue_worker WHERE id = ?").pluck().get(worker_id);
  return takeInbound(
    messages.map((message) => ({ ...message, account: account ?? null })),
    by,
  );
}

async function takeOne(
  tx: Tx<"hub">,
  { from: digits, account, text }: Inbound,
  { wish, isTaken, said }: { wish: ReturnType<typeof readOptOut> | "unsure"; isTaken: boolean; said: number },
  at: number,
): Promise<Happening[]> {
  await recallNo(tx, [digits]);
  const before = await tx.recipient.findUnique({ where: { digits } });
  const saidAt = new Date(said).toISOString();
  if (account !== null) await noteWords(tx, digits, account, saidAt);
  if (wish === "no") return optOut(tx, digits, "keyword", at, said);
  if (account !== null) await keepReply(tx, { digits, account, text, said, isTaken });
  if (before?.opted_out_at && said <= Date.parse(before.opted_out_at)) return [];
  // Whoever may have said no has agreed to nothing by it.
  if (wish === "unsure") {
    await noteUnsure(tx, digits, saidAt);
    return [];
  }
  if (wish === "yes") await noteDecided(tx, [digits], saidAt);
  await agree(tx, [digits], "inbound", "guest", wish === "yes" ? undefined : ["service"]);
  return wish === "yes" ? optIn(tx, digits) : [];
}

/** A guest wrote to one of our numbers; what is told later and was written earlier changes nothing. */
async function noteWords(tx: Tx<"hub">, digits: string, account: string, at: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO guest_wrote (digits, account, at) VALUES (${digits}, ${account}, ${at})
    ON CONFLICT (digits, account) DO UPDATE SET at = max(at, excluded.at)`;
}

/**
 * A guest has said no: from now on nothing goes to them, and what waits for them does not go either. Final at once.
 * @param by how it was said
 * @param at now, and `said` when it was said, in milliseconds
 */
export async function optOut(
  tx: Tx<"hub">,
  digits: string,
  by: "keyword" | "staff" | "provider",
  at: number,
  said = at,
): Promise<Happening[]> {
  const opted_out_at = new Date(said).toISOString();
  await noteDecided(tx, [digits], opted_out_at);
  noteInHubJournal([{ no: digits, by, at: opted_out_at }]);
  const before = await tx.recipient.findUnique({ where: { digits } });
  // Also what other words agreed to since an earlier no.
  await disagree(tx, digits, opted_out_at);
  if (before?.opted_out_at) {
    // Said again, it holds against a yes from in between that is told later; and what a guest has said themselves stays theirs.
    const since = before.opted_out_at > opted_out_at ? before.opted_out_at : opted_out_at;
    const said_by = isOwnWord(before.opted_out_by) && !isOwnWord(by) ? before.opted_out_by : by;
    await tx.recipient.update({ where: { digits }, data: { opted_out_at: since, opted_out_by: said_by } });
    return [];
  }
  const no = { opted_out_at, opted_out_by: by };
  await tx.recipient.upsert({ where: { digits }, create: { digits, ...no }, update: no });
  const waiting = await tx.queueItem.findMany({ where: { digits, OR: [{ status: "PENDING" }, { phase: "claimed" }] } });
  const hand = new ItemsAtHand(waiting);
  for (const item of waiting) hand.change(item, failed(OPTED_OUT_CODE, OPTED_OUT, at));
  await hand.write(tx);
  return [
    { kind: "guest.opted_out", subjects: [masked(digits), ...waiting.map(({ id }) => id)], payload: { by, stopped: waiting.length } },
  ];
}

/**
 * What a guest said to somebody of the house: no messages any more, or messages again. It counts for all their numbers. What a
 * guest's own word ended begins again by their word, or by somebody who may do everything and writes down why; what only sounded
 * like a no is read by those who may read what guests write.
 * @throws AppError `invalid_request` where there is no number to keep it by, or no reason; `forbidden`; `conflict`
 */
export async function setOptOut({ phones, opted_out, reason, was_no_no }: BodyOf<typeof setOptOutContract>, caller: Caller, by: WriteBy) {
  const numbers = [...new Set(readPhones(phones, env().DEFAULT_COUNTRY_CODE).flatMap(({ key, digits }) => (key ? [digits] : [])))];
  if (numbers.length === 0) {
    throw new AppError(
      "invalid_request",
      "There is no number that WhatsApp could reach. Nothing was changed. Give the guest a number first.",
    );
  }
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const at = now().getTime();
    await recallNo(tx, numbers);
    const start = limitsIn(hub.sql).words.start[0];
    const doubted = opted_out ? await inDoubtOf(tx, numbers) : [];
    const happened = opted_out ? await stopAll(tx, numbers, at) : await letGo(tx, numbers, { reason, was_no_no, start, at }, caller, by);
    // The no was what they wrote, and nothing may answer it.
    happened.push(...(await settleRepliesOf(tx, doubted, by)));
    if (opted_out) await noteWhoNoted(tx, numbers, caller, by.actor);
    // What another branch had queued for the guest is stopped too, and is none of the caller's business.
    const stopped = await theirsOf(
      tx,
      happened.flatMap(({ kind, subjects }) => (kind === "guest.opted_out" ? subjects : [])),
      caller,
    );
    return { answer: { opted_out, numbers: numbers.length, stopped }, happened };
  });
}

/** Of some messages, how many are of branches that the caller may see; what is no message's id counts for none. */
async function theirsOf(tx: Tx<"hub">, ids: readonly string[], { branches }: Caller): Promise<number> {
  return tx.queueItem.count({ where: { id: { in: [...ids] }, ...(branches === null ? {} : { branch: { in: [...branches] } }) } });
}

async function stopAll(tx: Tx<"hub">, numbers: readonly string[], at: number): Promise<Happening[]> {
  const happened: Happening[] = [];
  for (const digits of numbers) happened.push(...(await optOut(tx, digits, "staff", at)));
  return happened;
}

interface LetGo {
  reason: string;
  was_no_no: boolean;
  /** By which word a guest begins again. */
  start: string | undefined;
  /** Now, in milliseconds. */
  at: number;
}

/** Takes back what staff noted, a doubt, or with a reason the guest's own word; or says that what sounded like a no was none. */
async function letGo(
  tx: Tx<"hub">,
  numbers: readonly string[],
  { reason, was_no_no, start, at }: LetGo,
  caller: Caller,
  by: WriteBy,
): Promise<Happening[]> {
  const inDoubt = await inDoubtOf(tx, numbers);
  const over = await overSaidNo(tx, numbers, { reason, was_no_no, start }, caller);
  await requireMayLiftNo(tx, numbers, caller, by.actor);
  // Whoever notes that they want messages says too that it was no no.
  if (was_no_no || inDoubt.length > 0) await requireMayDecide(tx, numbers, inDoubt, caller);
  await noteDecided(tx, numbers, new Date(at).toISOString());
  await endHolds(tx, ["PAUSED", UNDECIDED_CODE], at, numbers);
  // A person has read the guest's words; where another was quicker, there is nothing more to tell.
  if (was_no_no) return inDoubt.length > 0 ? [{ kind: "guest.meant_no_no", subjects: inDoubt.map(masked), payload: {} }] : [];
  const happened: Happening[] = [];
  for (const digits of numbers) happened.push(...(await optIn(tx, digits, over)));
  await agree(tx, numbers, "staff", by.actor.id);
  return happened;
}

/**
 * Whether taking a no back goes over a guest's own word.
 * @returns the reason that stands in the trail; null where only what staff noted is taken back
 * @throws AppError `forbidden`; `conflict` where a no stands, and is said to have been none; `invalid_request` without a reason
 */
async function overSaidNo(
  tx: Tx<"hub">,
  numbers: readonly string[],
  { reason, was_no_no, start }: Omit<LetGo, "at">,
  caller: Caller,
): Promise<string | null> {
  const said = await tx.recipient.findMany({ where: { digits: { in: [...numbers] }, opted_out_at: { not: null } } });
  const isOwn = said.some(({ opted_out_by }) => isOwnWord(opted_out_by));
  if (was_no_no && said.length > 0) throw new AppError("conflict", isOwn ? ownWord(start) : NOTED_NO);
  if (!isOwn) return null;
  if (!holdsEverything(caller)) throw new AppError("forbidden", ownWord(start));
  if (reason === "") throw new AppError("invalid_request", NO_REASON, { issues: [{ path: "reason", message: NO_REASON }] });
  return reason;
}

/** @param start by which word a guest begins again */
function ownWord(start: string | undefined): string {
  const again =
    start === undefined ? "Messages begin again" : `Messages begin again when the guest writes ${start} to the house's number, or`;
  return `This guest has said no themselves. ${again} by somebody who may do everything, with a reason. Nothing was changed.`;
}

const NO_REASON = "This guest has said no themselves. Write down why messages begin again. Nothing was changed.";

const NOTED_NO =
  'It is noted that this guest wants no messages. "Allow WhatsApp messages" takes that back, where they want them again. Nothing was changed.';

/** @param over as `overSaidNo` */
async function optIn(tx: Tx<"hub">, digits: string, over: string | null = null): Promise<Happening[]> {
  const { count } = await tx.recipient.updateMany({
    where: { digits, opted_out_at: { not: null } },
    data: { opted_out_at: null, opted_out_by: null, noted: null },
  });
  if (count > 0) noteInHubJournal([{ yes: digits }]);
  return count > 0 ? [{ kind: "guest.opted_in", subjects: [masked(digits)], payload: over === null ? {} : { reason: over } }] : [];
}
