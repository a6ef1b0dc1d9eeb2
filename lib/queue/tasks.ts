import { branchName } from "../known-branches";
import type { Permission, Requirement } from "../permissions";
import type { EnqueueBody, Enqueued, ItemStatus, Task, TaskKind } from "./contract";

/** Somebody sits at the table and waits; a birthday lasts all day. The smaller goes first. */
export const PRIORITY: Record<TaskKind, number> = { menu: 0, service: 1, birthday: 2 };

/** Who may put what into the queue (docs/design/api.md, POST /queue/enqueue). */
export const SENDS_BIRTHDAYS = ["nav_birthdays", "send_all"] satisfies Permission[];
export const MAY_ENQUEUE: Record<TaskKind, Requirement> = {
  menu: "open_saved_tables",
  birthday: { all: SENDS_BIRTHDAYS },
  service: "nav_customer_service",
};

/**
 * Every right to send, of whatever kind: a worker PC is handed the words and numbers of all that goes out, and so is the phone
 * that it is linked to. Nobody gives these who has not all of it, in every branch.
 */
export const SENDS_EVERY_KIND: Permission[] = ["open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"];

/** Why somebody is left out whom nobody can write to. */
export const NO_PHONE = "No number that WhatsApp could reach.";

/** Why somebody is left out for whom another guest's voucher was named. */
export const OTHERS_VOUCHER = "This voucher belongs to another guest.";

/** Why a voucher that was theirs gives a guest nothing. */
export const SPENT_VOUCHER = { used: "The voucher was used already.", expired: "The voucher has expired." };

/** What is said where nobody of a list can be written to. */
export function nobodyText(invalid: Enqueued["invalid"]): string {
  const other = invalid.find(({ reason }) => reason !== NO_PHONE);
  return `${other?.reason ?? "No valid phone numbers to enqueue."} Nothing was queued.`;
}

/** Why somebody is left out who has said no. */
export const OPTED_OUT = "The guest has said no to messages.";

/** Said of a guest to whom nothing goes until a person has decided what they meant: the short way, and that of who may not read replies. */
export const MAY_HAVE_SAID_NO =
  "The guest wrote what sounds like a no. Nothing goes to them until somebody decides: press “Read and decide” on Home, or open the guest in Search Guest.";

/** What is stored of such a message, in place of any words. */
export const UNDECIDED_CODE = "UNDECIDED";
/** How the words began that older versions stored in its place, with the code of every pause. */
const STORED_WORDS = "The guest wrote what sounds like a no.";

/** What is said of a stored message: its words, or those that its code stands for. */
export function storedReason({ last_code, error }: { last_code: string | null; error: string | null }): string | null {
  return last_code === UNDECIDED_CODE || error?.startsWith(STORED_WORDS) ? MAY_HAVE_SAID_NO : error;
}

/** Whom to ask; empty where nobody is known. */
export function whoCan(names: readonly string[]): string {
  return names.length > 0 ? `Who can: ${names.join(", ")}.` : "";
}

/** Who sees whole phone numbers in the queue. */
export const SEES_PHONES: Requirement = { any: ["send_all", "nav_customer_service"] };

/** Why a batch is sent; the specification's callers do not say it themselves, but each sends fields of its own. */
export function kindOf({ campaign, items, prefer_worker, date }: EnqueueBody): TaskKind {
  if (campaign) return campaign;
  if (items.some(({ table_name }) => table_name)) return "menu";
  const isBirthday = date !== undefined || prefer_worker !== undefined || items.some(({ voucher }) => voucher);
  return isBirthday ? "birthday" : "service";
}

/** The message as one guest gets it, and as screens show it before: the tokens replaced, `Guest` for somebody whose name nobody knows. */
export function textFor(message: string, name: string, branch: string): string {
  const known: Record<string, string> = { name: name.trim() || "Guest", branch: branchName(branch) };
  // In one go: a guest's name may hold a token itself.
  return message.replace(/\{(name|branch)\}/gi, (_, token: string) => known[token.toLowerCase()] ?? "");
}

/** With the menu, where nobody wrote other words. */
export const MENU_TEXT = "Thank you for being with us at {branch}, {name}. Here is our menu.";
/** With a voucher, where nobody wrote other words (docs/design/spec-guests.md 9: its exact words are not shown). */
export const BIRTHDAY_TEXT =
  "Happy birthday, {name}! {branch} would like to celebrate with you: enjoy 20% off your next visit. Your voucher is in the picture.";

/** WhatsApp takes no longer words with a picture or a PDF. */
export const LONGEST_CAPTION = 1_024;

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

const TRACE = / ?\((?:Meta's trace: |WhatsApp's (?=code ))([\w -]+)\)/g;

/** A sentence with the code of WhatsApp behind it, which `reasonOf` takes off again: it says something to WhatsApp's support alone. */
export function withCode(sentence: string, code: string | number): string {
  return code === "" ? sentence : `${sentence} (WhatsApp's code ${code})`;
}

/** Why a message did not go, as people read it, and by what WhatsApp's support finds the call (`outcomeOfAnswer`); null where nothing is named. */
export function reasonOf(text: string): { plain: string; trace: string | null } {
  return { plain: text.replace(TRACE, ""), trace: [...text.matchAll(TRACE)].at(-1)?.[1] ?? null };
}

/** `+961 71 ••• •67`: enough to tell two guests apart, and not enough to call one. */
export function masked(digits: string): string {
  return digits.length < 6 ? "•••" : `+${digits.slice(0, -6)} ••• •${digits.slice(-2)}`;
}

/** Messages that one branch may queue in 24 hours (docs/design/reliability.md S-30). */
export const MOST_PER_DAY = 5_000;

/** A worker tells that it lives so often, in milliseconds. */
export const HEARTBEAT = 10_000;
/** A heartbeat is not missed yet while it is so late, in milliseconds: those of many workers are written together. */
const LATE = 2_000;

/** Two heartbeats were missed: a worker that was last heard of before then is offline. @param at the server's time, milliseconds */
export function onlineSince(at: number): string {
  return new Date(at - 2 * HEARTBEAT - LATE).toISOString();
}
