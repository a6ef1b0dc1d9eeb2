import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { CAMPAIGN_OF } from "../campaigns/state";
import { type Pauses, pausesOf } from "../pause/state";
import { waitForDecision } from "../recipients/ambiguous-replies";
import { UNDECIDED } from "../recipients/sounds-like-no";
import { TAKES } from "../send-policy/number-ready";
import { isAnyHour } from "../send-policy/too-late";
import type { HowMany, NextTry } from "./contract";
import { isHelped, restOf } from "./numbers-rest";
import type { QueueSnapshot } from "./queue-snapshot";
import { WAITING_COLUMNS, type WaitingRow } from "./waiting-row";
import { inVain } from "./words";

const OF_TASKS = "task_id IN (SELECT value FROM json_each(?))";
/** By the task, of which a few are asked for, and not by the status, which all that waits has. */
const WAITS = "+status IN ('PENDING', 'IN_PROGRESS') AND phase IS NOT 'reconciling'";

const GOES_OUT = `SELECT 1 FROM queue_item WHERE ${OF_TASKS} AND +status = 'IN_PROGRESS' AND phase = 'sending' LIMIT 1`;

const LOOKED_AT_OF_TASKS = 500;

/** The first of them tell when it goes on; a screen that asks every few seconds must not read thousands. */
const WAITING = `SELECT ${WAITING_COLUMNS} FROM queue_item
  WHERE ${OF_TASKS} AND ${WAITS}
  ORDER BY run_at LIMIT ${LOOKED_AT_OF_TASKS}`;

export type Told = Required<NextTry>;
export const NOW: Told = { next_try: null, ends: false, too_late: false, in_vain: null, waits_for: null };

/**
 * When the messages of some tasks go on, while none of them may go now, and how many of them go.
 * @param snapshot of the server's time
 * @returns `held`: those that wait for somebody to decide what their guest meant
 */
export function nextTryOf(sql: Database.Database, tasks: readonly string[], snapshot: QueueSnapshot) {
  const asked = JSON.stringify(tasks);
  const rows = statement<[string], WaitingRow>(sql, WAITING).all(asked);
  const tries = triesOf(rows, snapshot);
  const held = rows.filter(({ id, status }) => status === "PENDING" && tries.get(id)?.waits_for?.what === "decision");
  const next = statement(sql, GOES_OUT).get(asked) ? NOW : ofAll([...tries.values()]);
  return { next, held, howMany: howManyOf(rows, tries, snapshot) };
}

function howManyOf(rows: readonly WaitingRow[], tries: ReadonlyMap<string, Told>, snapshot: QueueSnapshot): HowMany {
  if (rows.length >= LOOKED_AT_OF_TASKS) return { goes: null, late: null };
  const now = rows.filter(({ id }) => tries.get(id)?.next_try === null);
  const needsTemplate = withoutTemplate(now, snapshot);
  const goes = now.filter((row) => !needsTemplate(row)).length;
  const late = [...tries.values()].filter(({ ends, too_late }) => ends || too_late);
  const inVain = late.flatMap(({ in_vain }) => in_vain ?? []);
  const [why] = inVain;
  const isSplit = why !== undefined && inVain.length < late.length;
  const told = isSplit ? late.filter(({ in_vain }) => in_vain === null) : late;
  return {
    goes,
    late: told.length > 0 ? { ...ofAll(told), count: told.length } : null,
    lost: isSplit ? { count: inVain.length, why } : null,
  };
}

/** Which of some messages none of those who could send them takes without a template. */
function withoutTemplate(rows: readonly WaitingRow[], { gaps, takers }: QueueSnapshot): (row: WaitingRow) => boolean {
  const { able, takesOf } = takers();
  if (able.every(({ account }) => gaps().kindsOf(account).length === 0)) return () => false;
  const takes = takesOf(rows);
  return (row) =>
    able.every(({ account }) => (row.account !== null && row.account !== account) || takes(row, account) === TAKES.byTemplate);
}

/**
 * The same of all that waits of some branches and that nobody has stopped, and how many of it wait for somebody to decide.
 * @param of a condition and its values, as of `ofBranches`
 * @param pauses as they are now; as they will be, for whoever is about to change them
 * @returns `misses`: how many nothing can send in time any more, `would_miss`: how many more miss the day unless somebody helps; undefined
 * where more wait than are looked at
 */
export function nextOfBranches(
  sql: Database.Database,
  { where, values }: { where: string; values: string[] },
  snapshot: QueueSnapshot,
  { group, stopped, stoppedCampaigns }: Pick<Pauses, "group" | "stopped" | "stoppedCampaigns"> = pausesOf(sql),
) {
  const rests = JSON.stringify([...stopped, ...stoppedCampaigns]);
  const rows = group.cancelled ? [] : statement<string[], WaitingRow>(sql, OF_BRANCHES(where)).all(...values, rests, rests);
  const to_decide =
    statement<string[], number>(sql, TO_DECIDE(where))
      .pluck()
      .get(...values, rests, rests) ?? 0;
  const tries = [...triesOf(rows, snapshot).values()];
  const isUnderWay = rows.some(({ status }) => status === "IN_PROGRESS");
  const inVain = tries.filter(({ in_vain }) => in_vain !== null).length;
  const late = tries.filter(({ ends, too_late }) => ends || too_late).length;
  return {
    next: isUnderWay ? NOW : ofAll(tries),
    to_decide: group.cancelled ? 0 : to_decide,
    ...(rows.length < LOOKED_AT && { misses: inVain, would_miss: late - inVain }),
  };
}

const NOT_STOPPED = `(? = '[]' OR NOT EXISTS (SELECT 1 FROM queue_task t JOIN json_each(?) r ON r.value IN (t.branch, ${CAMPAIGN_OF}) WHERE t.id = i.task_id))`;

/** Every open page asks for it, many times an hour. */
const LOOKED_AT = 100;

const OF_BRANCHES = (where: string) => `SELECT ${WAITING_COLUMNS} FROM queue_item i WHERE status IN ('PENDING', 'IN_PROGRESS') AND ${where}
  AND ${NOT_STOPPED} ORDER BY status, priority, task_id, position LIMIT ${LOOKED_AT}`; // in the index's order

// From the guests who wrote such words, who are few, and not from all that waits.
const TO_DECIDE = (where: string) => `SELECT count(*) FROM (SELECT s.digits FROM sounds_like_no s WHERE ${UNDECIDED}) s
  CROSS JOIN queue_item i ON i.digits = s.digits AND i.status = 'PENDING' WHERE ${where} AND ${NOT_STOPPED}`;

/** When one that waits is tried (ISO 8601): what was put off because of one number goes now where nothing keeps it from another one. */
export const triedAt = ({ next_try }: Told, run_at: string, at: number) =>
  next_try ?? (Date.parse(run_at) > at ? new Date(at).toISOString() : run_at);

/** What is true of all of some messages, by what is of each. */
export function ofAll(tries: readonly Told[]): Told {
  const free = tries.filter(({ waits_for }) => waits_for?.what !== "decision");
  if (free.length === 0) return tries.toSorted(earlier)[0] ?? NOW;
  if (free.some(({ next_try }) => next_try === null)) return NOW;
  const inTime = free.filter(({ ends, too_late }) => !ends && !too_late);
  const saved = free.filter(({ in_vain }) => in_vain === null);
  const [first = NOW] = (inTime.length > 0 ? inTime : saved.length > 0 ? saved : free).toSorted(earlier);
  // Of several it is not said that they are one number's alone: that is true of this one.
  return tries.length === 1 || first.waits_for?.what !== "numbers" ? first : { ...first, waits_for: { ...first.waits_for, own: false } };
}

const earlier = (one: Told, other: Told) => (one.next_try ?? "").localeCompare(other.next_try ?? "");

/** When each of some messages goes on, by its id. */
export function triesOf(rows: readonly WaitingRow[], snapshot: QueueSnapshot): Map<string, Told> {
  const held = waitForDecision(snapshot.sql, rows);
  const rest = restOf(
    rows.filter(({ id }) => !held.has(id)),
    snapshot,
  );
  return new Map(rows.map((row) => [row.id, held.has(row.id) ? decision(row, snapshot) : tryOf(row, rest(row), snapshot)]));
}

// What waits for somebody's decision has the time at which the server looks again, which is no try.
const decision = ({ run_at }: WaitingRow, { at }: QueueSnapshot): Told => ({
  ...NOW,
  next_try: Date.parse(run_at) > at ? run_at : null,
  waits_for: { what: "decision" },
});

/** Less than so much later than the first it is said to go with the first, in milliseconds. */
const TURN_SHOWN = 5 * 60_000;

function tryOf(row: WaitingRow, { from, waits_for }: ReturnType<ReturnType<typeof restOf>>, snapshot: QueueSnapshot): Told {
  const { at } = snapshot;
  const free = (isAnyHour(row) ? null : snapshot.quietUntil(from)) ?? from;
  if (free <= at) return NOW;
  // From then on those before it go, one after the other, as far as the numbers' hour and day let them.
  const turn = snapshot.course().goes.get(row.id) ?? free;
  const time = turn > free + TURN_SHOWN ? turn : free;
  const last = snapshot.lastChance(row);
  // In the quiet hours it waits for a number only where that one rests for longer.
  const isQuiet = !isAnyHour(row) && (snapshot.quietUntil(at) ?? 0) >= from;
  if (time < last) return { ...NOW, next_try: new Date(time).toISOString(), waits_for: isQuiet ? null : waits_for };
  const isHelpless = last <= at || (waits_for ? !isHelped(waits_for) : row.last_code !== "NUMBER");
  return {
    next_try: new Date(last).toISOString(),
    ends: row.kind !== "menu",
    too_late: row.kind === "menu",
    in_vain: isHelpless ? inVain(row, last, waits_for, snapshot) : null,
    waits_for: isHelpless ? null : waits_for,
  };
}
