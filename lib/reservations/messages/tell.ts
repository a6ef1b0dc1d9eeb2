import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { now } from "../../clock";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { readPhones } from "../../phones";
import type { Limits } from "../../queue/limits/contract";
import { limitsIn } from "../../queue/limits/stored-limits";
import { unsureGuests } from "../../queue/recipients/ambiguous-replies";
import { optedOut } from "../../queue/recipients/opted-out";
import { endOfQuiet } from "../../queue/send-policy/quiet";
import { isAnyHour } from "../../queue/send-policy/too-late";
import type { Moment } from "../booking";
import type { SavedReservation } from "../contract";
import { rulesIn } from "../rules/stored-rules";
import type { ReservationMessage } from "../shapes";

/** Whether a guest can be written to, and why not. */
export interface Reach {
  can: boolean;
  why: string;
  /** The quiet hours that it is in now, and when they end, in milliseconds; null outside of them. */
  quiet: (Limits["quiet"] & { ends: number }) | null;
}

/** So long somebody is waited for whose table is ready, in milliseconds. */
const TABLE_WAITS = 20 * 60_000;

/**
 * Until when the words of a message are wanted: until the reservation begins, and of a table that is ready while it is kept.
 * @param from when it is told, ISO 8601
 * @returns ISO 8601
 */
export const wantedUntil = (kind: ReservationMessage, starts_at: string, from: string): string =>
  kind === "table_ready" ? new Date(Date.parse(from) + TABLE_WAITS).toISOString() : starts_at;

export type Told = Pick<SavedReservation, "told" | "told_why">;

export const NOTHING_TOLD: Told = { told: "none", told_why: "" };

export const CALL_TEXTS = {
  noNumber: "There is no number that WhatsApp could reach: call them, or ask for one.",
  saidNo: "This guest wants no messages: call them.",
  off: "Messages to guests are off in the rules of reservations: call them.",
  unsure: "This guest may have said no to messages, and nobody has decided: call them.",
} as const;

/** Whether somebody can be written to now, as the queue itself would decide (lib/queue/filter-recipients.ts). */
export async function reachOf(phones: string): Promise<Reach> {
  const quiet = await quietNow();
  const known = readPhones(phones, env().DEFAULT_COUNTRY_CODE).some(({ key }) => key !== "");
  if (!known) return { can: false, why: CALL_TEXTS.noNumber, quiet };
  if ((await optedOut([phones])).has(phones)) return { can: false, why: CALL_TEXTS.saidNo, quiet };
  if ((await unsureGuests([phones])).has(phones)) return { can: false, why: CALL_TEXTS.unsure, quiet };
  return { can: true, why: "", quiet };
}

/** The same, as the branch's rules have it: where they write to nobody, somebody calls. */
export async function reachIn(sql: Database.Database, phones: string): Promise<Reach> {
  return rulesIn(sql).rules.messages ? reachOf(phones) : { can: false, why: CALL_TEXTS.off, quiet: null };
}

/** What the house tells of its own accord: nothing where its rules write to nobody. */
export const reachUnasked = async (sql: Database.Database, phones: string): Promise<Reach | null> =>
  rulesIn(sql).rules.messages ? reachOf(phones) : null;

async function quietNow(): Promise<Reach["quiet"]> {
  const { sql } = await hubStore();
  const { quiet } = limitsIn(sql);
  const ends = endOfQuiet(now().getTime(), quiet, env().TIME_ZONE);
  return ends === null ? null : { ...quiet, ends };
}

/**
 * Writes down, with the change itself, what its guest is to be told: it is put into the queue once, also where the server ends in
 * between (`lib/reservations/keeper.ts`). Who cannot be written to is called: that too is written down.
 */
export async function tellGuest(
  tx: Tx<"table">,
  { id, starts_at }: { id: string; starts_at: string },
  kind: ReservationMessage,
  reach: Reach,
  { iso }: Moment,
  due_at = iso,
): Promise<Told> {
  const why = reach.can ? whyTooLate(kind, starts_at, reach, due_at) : reach.why;
  const state = why === "" ? "due" : "call";
  await tx.reservationMessage.create({ data: { id: uuid(), reservation_id: id, kind, due_at, state, why, at: iso } });
  return why === "" ? { told: "queued", told_why: "" } : { told: "call", told_why: why };
}

/** Why a message would come too late, because the quiet hours hold it until then; empty where they do not. */
function whyTooLate(kind: ReservationMessage, starts_at: string, { quiet }: Reach, due_at: string): string {
  const not_after = wantedUntil(kind, starts_at, due_at);
  if (!quiet || quiet.ends < Date.parse(not_after) || isAnyHour({ kind: "service", created_at: due_at, not_after, answers_guest: false }))
    return "";
  return `Nothing is sent between ${quiet.from} and ${quiet.to}, and then it is too late: call them.`;
}
