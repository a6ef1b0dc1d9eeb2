import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { userName } from "../../auth/user-name";
import { businessDayOf, eveningHours } from "../../business-day";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { restoredAt } from "../../db/restore";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { addDays } from "../../local-time";
import { today } from "../../vouchers/list";
import { everyBook } from "../guest-books";
import type { changeExpiry, Expiry, ExpiryPreview, readExpiry } from "./contract";
import type { AllPointsDue, PointsDueInput } from "./points-due-step";

/** Its name among the settings of the group. */
const EXPIRY = "loyalty_expiry";

/** Days between being set and the first loss: guests can be told, and it can be taken back. */
const DELAY = 14;
/** So far a preview looks beyond the first day, in days, and so many guests it names. */
const AHEAD = 90;
const MOST_NAMED = 50;

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

/**
 * What is set, as it counts; null where points are kept for ever. A hub that came out of a backup knows neither who was there since nor that
 * somebody has ended it, so that the delay begins anew with each restore.
 */
export function expiryIn(hub: { sql: Database.Database }): Expiry | null {
  const kept = statement<[string], Kept>(hub.sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(EXPIRY);
  const said = kept ? (JSON.parse(kept.value) as { months: number; begins_on: string } | null) : null;
  if (!kept || !said) return null;
  const restored = restoredAt(hub);
  const again = restored === null ? "" : addDays(businessDayOf(new Date(restored), eveningHours(env())), DELAY);
  const begins_on = again > said.begins_on ? again : said.begins_on;
  return { months: said.months, begins_on, by: userName(hub.sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at };
}

export async function expiryShown(): Promise<AnswerOf<typeof readExpiry>> {
  return { expiry: expiryIn(await hubStore()) };
}

/** Sets it, to begin after the delay; the same months set again do not begin anew. */
export async function changeExpiryTo({ months }: BodyOf<typeof changeExpiry>, by: WriteBy): Promise<AnswerOf<typeof changeExpiry>> {
  const hub = await hubStore();
  const message = sentenceOf(months);
  await hub.write(by, async (tx) => {
    const kept = await tx.groupSetting.findUnique({ where: { name: EXPIRY } });
    const old = kept ? ((JSON.parse(kept.value) as { months: number } | null)?.months ?? null) : null;
    if (old === months) return { answer: undefined, happened: [] };
    const value = JSON.stringify(months === null ? null : { months, begins_on: addDays(today(), DELAY) });
    const row = { value, changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: EXPIRY }, create: { name: EXPIRY, ...row }, update: row });
    return { answer: undefined, happened: [{ kind: "loyalty.expiry_changed", subjects: [], payload: { old, new: months } }] };
  });
  return { message, expiry: expiryIn(hub) };
}

const sentenceOf = (months: number | null) =>
  months === null ? "Points are kept for ever again." : `Points are lost after ${months} months without a visit, from two weeks on.`;

/**
 * Who would lose points if it were set now; by the months that are set, from the day on which that begins.
 * @throws AppError `conflict` where a guest book cannot be read
 */
export async function previewOfExpiry(months: number, { branches }: Pick<Caller, "branches">): Promise<ExpiryPreview> {
  const hub = await hubStore();
  const set = expiryIn(hub);
  const begins_on = set?.months === months ? set.begins_on : addDays(today(), DELAY);
  const from = begins_on > today() ? begins_on : today();
  const until = addDays(from, AHEAD);
  const [books, rule] = [await everyBook(), { months, begins_on: from }];
  const input: PointsDueInput = { hub: hub.file, books, rule, until, branches, most: MOST_NAMED };
  const { first, later, named } = await runBulk<AllPointsDue>("points-due", input);
  return { begins_on: from, first, later: { ...later, until }, guests: named.map(({ losing: _, same: __, ...guest }) => guest) };
}
