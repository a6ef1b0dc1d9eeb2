import type Database from "better-sqlite3";
import { namesOfWhoMay } from "../../auth/user-name";
import { eveningHours } from "../../business-day";
import { env } from "../../env";
import { readCourse } from "../forecast/forecast-step";
import { type Course, courseOfToday } from "../forecast/not-today";
import { limitsIn } from "../limits/stored-limits";
import { offWorkers, takersIn } from "../send-policy/able-numbers";
import { endOfQuiet } from "../send-policy/quiet";
import { lastChance } from "../send-policy/too-late";
import { templateGaps } from "../templates/missing";
import { sendersIn } from "../workers/workers";

/** As `queueSnapshot`; where much waits, which of it goes today is counted through beside the event loop. */
export async function readQueueSnapshot(hub: { sql: Database.Database; file: string }, at: number): Promise<QueueSnapshot> {
  const course = await readCourse(hub, at);
  return queueSnapshot(hub.sql, at, course && (() => course));
}

/**
 * What decides of every message that waits in a moment, each read once, and only where it is asked for.
 * @param course what becomes of them today (`courseOfToday`), for whoever knows it, or does not need it
 */
export function queueSnapshot(sql: Database.Database, at: number, course: () => Course = () => courseOfToday(sql, at)) {
  const hours = eveningHours(env());
  const { quiet } = limitsIn(sql);
  return {
    sql,
    at,
    hours,
    quiet,
    /** When the quiet hours end in which an instant lies (`endOfQuiet`): most of what waits is tried at the same few. */
    quietUntil: remembered((instant: number) => endOfQuiet(instant, quiet, hours.timeZone)),
    lastChance: remembered(
      (item: Parameters<typeof lastChance>[0]) => lastChance(item, { quiet, hours }),
      ({ kind, created_at, not_after, answers_guest }) => `${kind} ${created_at} ${not_after} ${answers_guest}`,
    ),
    takers: once(() => takersIn(sql, at)),
    senders: once(() => sendersIn(sql, at)),
    /** Whom somebody could start. */
    off: once(() => offWorkers(sql, at)),
    gaps: once(() => templateGaps(sql, at)),
    course: once(course),
    /** Who may see to a template. */
    who: once(() => namesOfWhoMay(sql, ["user_create"])),
  };
}
export type QueueSnapshot = ReturnType<typeof queueSnapshot>;

function remembered<Given, Answer>(read: (given: Given) => Answer, keyOf: (given: Given) => unknown = (given) => given) {
  const known = new Map<unknown, { answer: Answer }>();
  return (given: Given): Answer => {
    const key = keyOf(given);
    const found = known.get(key) ?? { answer: read(given) };
    known.set(key, found);
    return found.answer;
  };
}

function once<Read>(read: () => Read): () => Read {
  let known: { value: Read } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
