import { birthdayBadge } from "@/lib/birthday-dates";
import type { MenusSent } from "@/lib/menus/contract";
import { readPhones } from "@/lib/phones";
import type { Enqueued } from "@/lib/queue/contract";
import type { Unanswered } from "./kept-sending";

/** What the sending needs to know of somebody at the table. */
export interface MenuGuest {
  name: string;
  phones: string;
  /** As it is stored, `--MM-DD`. */
  birthday: string;
}

export interface WhoGetsIt {
  to: { name: string; phone: string }[];
  /** Those who have it, or to whom it is on its way. */
  have: number;
  /** Those of `to` who may have it: nobody answered when it was sent. */
  mayHave: number;
  without: Enqueued["skipped"];
}

const NO_PHONE = "No phone.";
const NOT_REACHED = "No number that WhatsApp could reach.";
const HAVE_IT: readonly string[] = ["PENDING", "IN_PROGRESS", "SENT"];

/** The number that is written to, as the server chooses it; null for somebody whom no number reaches. */
function numberOf(phones: string): string | null {
  return readPhones(phones).find(({ key }) => key !== "")?.digits ?? null;
}

/**
 * Who of a table gets the menu now. The server has the last word: it leaves out who got the same, also where this device may
 * not see whose number is whose.
 * @param refusalOf why somebody's own words keep them from it, by the phones as the table has them, where that is known
 */
export function whoGetsIt(
  guests: readonly MenuGuest[],
  sent: MenusSent | undefined,
  refusalOf: (phones: string) => string | null = () => null,
): WhoGetsIt {
  const known = (sent?.results ?? []).filter(({ status }) => HAVE_IT.includes(status)).map(({ phone }) => numberOf(phone));
  const has = new Set(known.filter((digits) => digits !== null));
  const inDoubt = new Set((sent?.results ?? []).flatMap(({ in_doubt, phone }) => (in_doubt ? (numberOf(phone) ?? []) : [])));
  const who: WhoGetsIt = { to: [], have: 0, mayHave: 0, without: [] };
  for (const [index, { name, phones }] of guests.entries()) {
    const digits = numberOf(phones);
    const refusal = refusalOf(phones);
    if (digits === null) who.without.push({ index, name, reason: phones.trim() ? NOT_REACHED : NO_PHONE });
    else if (has.has(digits)) who.have++;
    else if (refusal !== null) who.without.push({ index, name, reason: refusal });
    else {
      if (inDoubt.has(digits)) who.mayHave++;
      who.to.push({ name: name.trim(), phone: phones.trim() });
    }
  }
  return who;
}

/** Whether everybody of a sending that nobody answered is in the queue, or has the menu. */
export function isQueued({ items }: Pick<Unanswered, "items">, sent: MenusSent): boolean {
  const guests = items.map(({ name = "", phone = "" }) => ({ name, phones: phone, birthday: "" }));
  return whoGetsIt(guests, sent).to.length === 0;
}

/** How many of a table have their birthday near. */
export function birthdayCounts(guests: readonly MenuGuest[], today: string): { next: number; last: number } {
  const badges = guests.map(({ birthday }) => birthdayBadge(birthday, today));
  return {
    next: badges.filter((badge) => badge === "next-7-days").length,
    last: badges.filter((badge) => badge !== null && badge !== "next-7-days").length,
  };
}
