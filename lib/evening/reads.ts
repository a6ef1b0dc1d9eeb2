import type { Branch } from "../db/branch";
import { env } from "../env";
import { dayRange } from "../local-time";
import type { DatedContact } from "../tables/contract";

const PERSON = {
  id: true,
  name: true,
  phones: true,
  email: true,
  company: true,
  title: true,
  birthday: true,
  birth_year: true,
  address: true,
  added_at: true,
} as const;

/**
 * Who belongs to a date: the guest rows of that business day, then the contacts added on that local date. Central has
 * no tables, so only contacts.
 * @param date local calendar date, YYYY-MM-DD
 */
export async function contactsOfDate(branch: Branch, date: string): Promise<DatedContact[]> {
  const { from, to } = dayRange(date, env().TIME_ZONE);
  const { read: book } = await branch.contacts();
  const contacts = await book.contact.findMany({
    where: { added_at: { gte: from.toISOString(), lt: to.toISOString() } },
    orderBy: { seq: "desc" },
    select: PERSON,
  });
  const rows = branch.key === "central" ? [] : await guestRowsOf(branch, date);
  return [...rows.map((row) => ({ ...row, store: "table" as const })), ...contacts.map((row) => ({ ...row, store: "contacts" as const }))];
}

async function guestRowsOf(branch: Branch, date: string) {
  const { read } = await branch.table();
  return read.guestRow.findMany({ where: { business_day: date }, orderBy: { seq: "desc" }, select: PERSON });
}
