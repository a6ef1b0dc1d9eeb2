import type Database from "better-sqlite3";
import { businessDayRange, businessDays, type DayHours } from "../business-day";
import { addCounts, countsOf, type DayCounts, type Days, type Range } from "./day-counts";
import { ARRIVED, READ } from "./hub-figures";

/** Where what the group's store says of a branch's days is added. */
export type DaysOf = (branch: string) => Days | undefined;

// A try is written once, and a message that WhatsApp accepted stays so. One that went again under its own id is one message.
const TRIES = `SELECT min(a.begun_at) AS at, i.branch, a.outcome = 'accepted' AS sent,
    a.outcome = 'accepted' AND a.message_id = i.message_id AND ${ARRIVED} AS arrived,
    a.outcome = 'accepted' AND a.message_id = i.message_id AND ${READ} AS read,
    i.kind = 'birthday' AS is_greeting, a.outcome = 'not_sent' AS failed
  FROM queue_attempt a JOIN queue_item i ON i.id = a.item_id
  WHERE a.begun_at >= ? AND a.begun_at < ? AND a.outcome IN ('accepted', 'not_sent') AND a.account NOT GLOB 'sandbox*'
  GROUP BY iif(a.outcome = 'accepted', a.message_id, a.seq)`;

interface TryRow {
  at: string;
  branch: string;
  sent: number;
  arrived: number;
  read: number;
  is_greeting: number;
  failed: number;
}

const EVENTS = `SELECT kind, at, payload FROM event WHERE kind IN ('points.awarded', 'points.taken_back', 'voucher.issued', 'voucher.redeemed', 'voucher.taken_back')
  AND at >= ? AND at < ? ORDER BY seq`;

/** Adds what the group's store knows of some days: of messages each try, of vouchers and points what happened, which nothing changes later. */
export function addOfHub(hub: Database.Database, daysOf: DaysOf, { from, to }: Range, hours: DayHours): void {
  const dayOf = businessDays(hours);
  const window = [businessDayRange(from, hours).from.toISOString(), businessDayRange(to, hours).to.toISOString()] as const;
  const add = (branch: string, at: string, counts: Partial<DayCounts>) => {
    const days = daysOf(branch);
    if (days) addCounts(countsOf(days, dayOf(at)), counts);
  };
  for (const { at, branch, is_greeting, ...tries } of hub.prepare<[string, string], TryRow>(TRIES).iterate(...window))
    add(branch, at, { ...tries, greetings_arrived: is_greeting ? tries.arrived : 0 });
  const redeemed = new Map<string, { branch: string; at: string }>();
  for (const { kind, at, payload } of hub
    .prepare<[string, string], { kind: string; at: string; payload: string }>(EVENTS)
    .iterate(...window)) {
    const said = JSON.parse(payload) as { branch?: string; points?: number; serial?: string; used_in?: string }; // as lib/events.ts has it
    const { branch = "", points = 0, serial = "", used_in = "" } = said;
    if (kind === "points.awarded") add(branch, at, { points });
    else if (kind === "points.taken_back") add(branch, at, { points: -points });
    else if (kind === "voucher.issued") add(branch, at, { vouchers_made: 1 });
    else if (kind === "voucher.redeemed") redeemed.set(serial, { branch: used_in, at });
    else redeemed.delete(serial);
  }
  for (const { branch, at } of redeemed.values()) add(branch, at, { vouchers_redeemed: 1 });
}
