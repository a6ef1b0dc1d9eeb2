import type Database from "better-sqlite3";
import { namesOfWhoMay } from "../../auth/user-name";
import { eveningHours } from "../../business-day";
import { env } from "../../env";
import { notToday } from "../forecast/not-today";
import { limitsIn } from "../limits/stored-limits";
import { takersIn } from "../send-policy/able-numbers";
import { kindsWithoutTemplate } from "../templates/missing";
import { sendersIn } from "../workers/workers";

/**
 * What decides of every message that waits in a moment, each read once, and only where it is asked for.
 * @param countsToday whether it is counted which of them go today
 */
export function momentOf(sql: Database.Database, at: number, countsToday = true) {
  return {
    sql,
    at,
    hours: eveningHours(env()),
    quiet: limitsIn(sql).quiet,
    takers: once(() => takersIn(sql, at)),
    senders: once(() => sendersIn(sql, at)),
    missing: once(() => kindsWithoutTemplate(sql, at)),
    notToday: once(() => (countsToday ? notToday(sql, at) : new Map<string, number>())),
    /** Who may see to a template. */
    who: once(() => namesOfWhoMay(sql, ["user_create"])),
  };
}
export type Moment = ReturnType<typeof momentOf>;

function once<Read>(read: () => Read): () => Read {
  let known: { value: Read } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
