import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { businessDayOf, eveningHours } from "../../business-day";
import { type Caller, holds } from "../../caller";
import { now, timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import { isValidPhone, readPhones } from "../../phones";
import { reserveAddress } from "../../public-page";
import { RESERVATION_RIGHTS } from "../rights";
import { HOLDING_STATUSES } from "../states";
import { choiceOf } from "./choose-tables";
import { type Rules, type readRules, rules as rulesShape, type SpecialDay, type saveRules } from "./contract";
import { DEFAULT_RULES } from "./default-rules";
import { shiftAt, shiftsOf } from "./limits";

interface Stored {
  version: number;
  rules: string;
  changed_at: string;
  changed_by: string;
}

const READ = "SELECT version, rules, changed_at, changed_by FROM reservation_rules WHERE id = 1";

/** A branch's rules of reservations, and which version; 0 for those that nobody has changed. */
export function rulesIn(sql: Database.Database): { rules: Rules; version: number; changed_at: string | null; changed_by: string } {
  const row = statement<[], Stored>(sql, READ).get();
  if (!row) return { rules: DEFAULT_RULES, version: 0, changed_at: null, changed_by: "" };
  // Of an older version a rule may be missing: it has its default.
  const read = rulesShape.safeParse({ ...DEFAULT_RULES, ...(JSON.parse(row.rules) as object) });
  return { rules: read.success ? read.data : DEFAULT_RULES, version: row.version, changed_at: row.changed_at, changed_by: row.changed_by };
}

/** What is other on a day; null where nothing is. */
export function specialDayIn(sql: Database.Database, date: string): SpecialDay | null {
  const row = statement<[string], { day: string }>(sql, "SELECT day FROM reservation_day WHERE date = ?").get(date);
  return row ? (JSON.parse(row.day) as SpecialDay) : null; // as it was checked when it came in
}

/** The rules as whoever opens them sees them. */
export async function showRules(branch: Branch, caller: Caller): Promise<AnswerOf<typeof readRules>> {
  const { sql } = await branch.table();
  const { changed_by, ...rest } = rulesIn(sql);
  const hub = await hubStore();
  const name = statement<[string], string>(hub.sql, "SELECT username FROM user WHERE id = ?").pluck().get(changed_by) ?? "";
  return { ...rest, changed_by: name, may_change: holds(caller, RESERVATION_RIGHTS.rules), public_address: reserveAddress(branch.key) };
}

/** Changes a branch's rules. @throws AppError `conflict` with the `current` ones, `invalid_request` for rules that contradict each other */
export async function changeRules(
  branch: Branch,
  { rules, version }: BodyOf<typeof saveRules>,
  by: WriteBy,
): Promise<AnswerOf<typeof saveRules>> {
  requireSound(rules);
  const store = await branch.table();
  return store.write(by, async (tx) => {
    const there = rulesIn(store.sql);
    if (there.version !== version) {
      throw new AppError("conflict", "Somebody else changed the rules in the meantime. Nothing was overwritten; yours are still here.", {
        fields: { current: there.rules, version: there.version },
      });
    }
    const row = { version: version + 1, rules: JSON.stringify(rules), changed_at: timestamp(), changed_by: by.actor.id };
    await tx.reservationRules.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row });
    const outside = outsideOf(store.sql, rules);
    const message = outside === 0 ? "The rules were saved." : `The rules were saved. ${outside} reservations to come are outside of them.`;
    const changed = (Object.keys(rules) as (keyof Rules)[]).filter(
      (name) => JSON.stringify(rules[name]) !== JSON.stringify(there.rules[name]),
    );
    return {
      answer: { ok: true, version: row.version, message, outside },
      happened: [{ kind: "reservation_rules.changed", subjects: [], payload: { version: row.version, changed } }],
    };
  });
}

/** @throws AppError `invalid_request` in the words of whoever types them */
function requireSound({ tables, combinations, shifts, telephone }: Rules): void {
  const numbers = tables.map(({ number }) => number);
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  const large = tables.find(({ min, max }) => min > max);
  const unknown = combinations.flatMap((one) => one.tables).find((number) => !numbers.includes(number));
  const ids = shifts.map(({ id }) => id);
  const sentence =
    (twice !== undefined && `Table ${twice} stands there twice.`) ||
    (large && `Table ${large.number} seats more at least than at most.`) ||
    (unknown !== undefined && `A combination names table ${unknown}, which is no table of the list.`) ||
    (combinations.some(({ min, max }) => min > max) && "A combination seats more at least than at most.") ||
    (new Set(ids).size !== ids.length && "Two shifts have the same id.") ||
    (telephone !== "" && !isOneNumber(telephone) && "The restaurant’s telephone is not one number that can be called.");
  if (sentence)
    throw new AppError("invalid_request", `${sentence} Nothing was changed.`, { issues: [{ path: "rules", message: sentence }] });
}

function isOneNumber(telephone: string): boolean {
  const [number, ...more] = readPhones(telephone);
  return number !== undefined && more.length === 0 && isValidPhone(number);
}

interface ToCome {
  business_day: string;
  time: string;
  party: number;
  tables: string;
}

const TO_COME = `SELECT r.business_day, r.time, r.party,
  (SELECT json_group_array(table_number) FROM reservation_table t WHERE t.reservation_id = r.id) AS tables
  FROM reservation r WHERE r.business_day >= ? AND r.status IN (SELECT value FROM json_each(?))`;

/** How many reservations to come the rules do not hold: outside of every shift, or at tables that are none or too small by now. */
function outsideOf(sql: Database.Database, rules: Rules): number {
  const hours = eveningHours(env());
  const today = businessDayOf(now(), hours);
  const rows = statement<[string, string], ToCome>(sql, TO_COME).all(today, JSON.stringify(HOLDING_STATUSES));
  return rows.filter(({ business_day, time, party, tables }) => {
    const shifts = shiftsOf(business_day, rules, specialDayIn(sql, business_day), hours);
    if (!shiftAt(shifts, time, hours)) return true;
    const held = JSON.parse(tables) as string[];
    if (held.length === 0 || rules.tables.length === 0) return false;
    const choice = choiceOf(rules, held);
    return choice === null || party > choice.max;
  }).length;
}
