import type { ReachoutTimelockState } from "baileys";
import { nearestInstant } from "../../../lib/calendar-date";
import type { TransportState } from "../../../lib/queue/workers/contract";

/** What counts where WhatsApp does not say how long a restriction lasts, in milliseconds. */
const UNTOLD = 3_600_000;

/** Until when this number may begin no new conversations; null when it may. @param at milliseconds */
export function lockOf({ isActive, timeEnforcementEnds }: ReachoutTimelockState, at: number): TransportState["lock"] {
  if (!isActive) return null;
  const told = timeEnforcementEnds?.getTime() ?? Number.NaN;
  const until = Number.isNaN(told) ? at + UNTOLD : told;
  return until > at ? { until: nearestInstant(until) } : null;
}

/** What WhatsApp says of the new conversations of a number. Not Baileys' own type: it hands on whatever came. */
export interface Told {
  total_quota?: unknown;
  used_quota?: unknown;
  cycle_end_timestamp?: unknown;
}

/** How many new conversations WhatsApp allows, and how many have been begun; null where it says no whole figures. */
export function quotaOf({ total_quota, used_quota, cycle_end_timestamp }: Told): TransportState["quota"] {
  const [total, used, end] = [total_quota, used_quota, cycle_end_timestamp].map((value) => Number(value ?? Number.NaN));
  if (!isCount(total) || !isCount(used) || total === 0) return null;
  const isTime = end !== undefined && end > 0 && end < 8.64e12;
  return { total, used, until: isTime ? new Date(end * 1_000).toISOString() : null };
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value ?? -1) >= 0;
}
