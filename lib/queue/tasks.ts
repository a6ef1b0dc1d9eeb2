import type { EnqueueBody, Enqueued, ItemStatus, Task, TaskKind } from "./contract";

/** Somebody sits at the table and waits; a birthday lasts all day. The smaller goes first. */
export const PRIORITY: Record<TaskKind, number> = { menu: 0, service: 1, birthday: 2 };

/** Of a greeting that goes on another day than the birthday: it takes no place of those who celebrate today. */
export const BELATED = 3;

/** Why a batch is sent; the specification's callers do not say it themselves, but each sends fields of its own. */
export function kindOf({ campaign, items, prefer_worker, date }: EnqueueBody): TaskKind {
  if (campaign) return campaign;
  if (items.some(({ table_name }) => table_name)) return "menu";
  const isBirthday = date !== undefined || prefer_worker !== undefined || items.some(({ voucher }) => voucher);
  return isBirthday ? "birthday" : "service";
}

/** A part of a campaign, and the worker to whom it is dealt; null where no worker is online. */
export interface Chunk<Guest> {
  guests: Guest[];
  worker: string | null;
}

/**
 * How a campaign is dealt to the workers: in as many parts as there are workers, but at least four and at most twenty, no
 * more than there are guests, and one after the other to those that are online (docs/design/spec-guests.md 9).
 */
export function chunksOf<Guest>(guests: readonly Guest[], online: readonly string[]): Chunk<Guest>[] {
  const parts = Math.min(Math.max(online.length, 4), guests.length, 20);
  const chunks = Array.from({ length: parts }, (_, part): Chunk<Guest> => ({ guests: [], worker: online[part % online.length] ?? null }));
  for (const [index, guest] of guests.entries()) chunks[Math.floor((index * parts) / guests.length)]?.guests.push(guest);
  return chunks;
}

/** @returns for each guest, in their order, the worker in whose part of the campaign they are; null where none is online */
export function dealt(guests: number, online: readonly string[]): (string | null)[] {
  const all = Array.from({ length: guests }, (_, index) => index);
  return chunksOf(all, online).flatMap((chunk) => chunk.guests.map(() => chunk.worker));
}

/** A task by its messages: failed when none went out and some should have, else done. */
export function taskStatusOf(counts: Record<ItemStatus, number>): Task["status"] {
  if (counts.PENDING + counts.IN_PROGRESS > 0) return "PENDING";
  return counts.SENT === 0 && counts.FAILED > 0 ? "FAILED" : "DONE";
}

/**
 * The birthday that a campaign's vouchers were made for; null where there are none, or of more than one date.
 * @param vouchers paths of their pictures; empty for guests who get none
 */
export function dateOfVouchers(vouchers: readonly string[]): string | null {
  const dates = new Set(vouchers.filter(Boolean).map((file) => file.split("/")[1] ?? ""));
  const [date] = dates;
  return dates.size === 1 && date ? date : null;
}

/**
 * What is said of what was queued.
 * @param others who was left out for another reason than that the same goes, or went, to them already
 * @param instead how many get the approved template in place of the words
 */
export function queuedText(
  enqueued: number,
  duplicates: number,
  others: number,
  instead: Pick<Enqueued, "by_template" | "by_template_at_most">,
): string {
  const parts = [`Queued ${enqueued} message(s).`];
  if (duplicates > 0) parts.push(`${duplicates} left out: the same is on its way already, or went out lately.`);
  if (instead.by_template > 0) parts.push(byTemplateText(instead));
  if (others > 0) parts.push(`${others} left out: see why beside their names.`);
  return parts.join(" ");
}

function byTemplateText({ by_template, by_template_at_most }: Pick<Enqueued, "by_template" | "by_template_at_most">): string {
  if (!by_template_at_most) return `${by_template} of them get the approved WhatsApp template in place of these words.`;
  return `At most ${by_template} of them get the approved WhatsApp template in place of these words: those whose message the official number sends.`;
}

/** Messages that one branch may queue in 24 hours (docs/design/reliability.md S-30). */
export const MOST_PER_DAY = 5_000;
