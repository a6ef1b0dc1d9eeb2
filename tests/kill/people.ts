import type { Tally } from "./kills";
import type { Intent, Ledger } from "./ledger";

export interface Guest {
  name: string;
  phones: string;
}

let made = 0;

/** Somebody whom nobody has recorded before, with a number of their own. */
export function newGuest(): Guest {
  made++;
  const arabic = made % 4 === 0;
  return { name: `${arabic ? "ضيف" : "Guest"} ${letters(made)}`, phones: `+1 212 ${2_000_000 + made}` };
}

/** Somebody without a phone: only the name says who it is. */
export function namelessGuest(): Guest {
  made++;
  return { name: `Only Named ${letters(made)}`, phones: "" };
}

/** A name of its own that holds no digits, because a search takes those for a phone. */
function letters(number: number): string {
  return number
    .toString(26)
    .padStart(4, "0")
    .replace(/./g, (sign) => String.fromCharCode(97 + Number.parseInt(sign, 26)));
}

/** The body of a save. */
export function tableOf(tableNumber: string, contacts: Guest[], more: { table_name?: string; waiter?: string } = {}) {
  const { waiter = "Elie", ...named } = more;
  return { metadata: { hostess: "Rita", waiter, table_number: tableNumber }, contacts, ...named };
}

/** How often each guest stands in a list. */
export function countByName(rows: readonly { name: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Judges one step that brings all of its guests, each once, or none. */
export function judgeGuests(tally: Tally, guests: readonly Guest[], rows: readonly { name: string }[], must: "be" | "may be"): void {
  const counts = countByName(rows);
  const found = guests.map((guest) => counts.get(guest.name) ?? 0);
  if (found.some((count) => count > 1)) tally.duplicated++;
  else tally.judge(found.filter(Boolean).length, guests.length, must);
}

/** Whether an intent's effect has to be there. */
export function mustBe(ledger: Ledger, intent: Intent): "be" | "may be" {
  return ledger.isAnswered(intent) ? "be" : "may be";
}
