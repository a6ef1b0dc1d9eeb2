import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { onlineSince } from "../online-workers";
import { transportOf } from "../send-policy/policy";
import { type TemplateGaps, templateGaps } from "./missing";
import { stoppedTemplates } from "./suspended";
import { KNOWS_NO_TEMPLATE } from "./suspension-rule";

const PROVEN = "SELECT 1 FROM queue_attempt WHERE account = ? AND kind = ? AND outcome = 'accepted' AND NOT is_answer LIMIT 1";
const ONLINE = `SELECT DISTINCT account FROM queue_worker WHERE account IS NOT NULL AND transport <> 'sandbox' AND state ->> 'connected'
  AND last_seen > ?`;
const LATELY = "SELECT DISTINCT account FROM queue_worker WHERE account IS NOT NULL AND transport <> 'sandbox' AND last_seen > ?";
const DAY = 86_400_000;

/**
 * The same for whoever deals messages out, or names who would take them: a number at which Meta knows one of our templates not at all is taken
 * to have none of the others either, unless one of that kind went out from it, as long as another number that is online can send them. Else a
 * message of each kind would be tried there first, and each time a taker be named that is none. Asked alone, it is tried all the same.
 * @param at the server's time in milliseconds; @param among whom else could send them: those that are online, or those that somebody could start too
 */
export function gapsForDealing(sql: Database.Database, at: number, among: "online" | "startable" = "online"): TemplateGaps {
  const gaps = templateGaps(sql, at);
  const stops = stoppedTemplates(sql, at).filter(({ code, account }) => code === KNOWS_NO_TEMPLATE && account !== undefined);
  if (stops.length === 0) return gaps;
  const isOnline = among === "online";
  const since = isOnline ? onlineSince(at) : new Date(at - DAY).toISOString();
  const others = statement<[string], string>(sql, isOnline ? ONLINE : LATELY)
    .pluck()
    .all(since);
  const lacks = (kind: TaskKind, account: string | null) =>
    account !== null && gaps.of(kind, account) === undefined && stopOf(kind, account) !== undefined;
  const stopOf = (kind: TaskKind, account: string) => {
    const stop = transportOf(account) === "cloud" ? stops.find((one) => one.account === account) : undefined;
    return stop && statement<[string, string], unknown>(sql, PROVEN).get(account, kind) === undefined ? stop : undefined;
  };
  const isOther = (kind: TaskKind, account: string) => (one: string) => one !== account && !gaps.has(kind, one) && !lacks(kind, one);
  return gaps.presuming((kind, account) =>
    lacks(kind, account) && others.some(isOther(kind, account)) ? (stopOf(kind, account) ?? null) : null,
  );
}
