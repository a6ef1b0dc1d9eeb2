import type { Branch } from "../db/branch";
import { env } from "../env";
import { dayRange } from "../local-time";
import type { DatedContact } from "./contract";

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

interface Page {
  limit: number;
  offset: number;
}

/**
 * Who belongs to a date: the guest rows of that business day, then the contacts added on that local date; a page of
 * them, and how many there are in all. Central has no tables, so only contacts.
 * @param date local calendar date, YYYY-MM-DD
 */
export async function contactsOfDate(branch: Branch, date: string, page: Page): Promise<{ contacts: DatedContact[]; total: number }> {
  const { from, to } = dayRange(date, env().TIME_ZONE);
  const added = { added_at: { gte: from.toISOString(), lt: to.toISOString() } };
  const { read: book } = await branch.contacts();
  const rows = branch.key === "central" ? { page: [], total: 0 } : await guestRowsOf(branch, date, page);
  const inBook = await book.contact.count({ where: added });
  const left = page.limit - rows.page.length;
  const skip = Math.max(0, page.offset - rows.total);
  const contacts =
    left > 0 ? await book.contact.findMany({ where: added, orderBy: { seq: "desc" }, select: PERSON, take: left, skip }) : [];
  return {
    contacts: [
      ...rows.page.map((row) => ({ ...row, store: "table" as const })),
      ...contacts.map((row) => ({ ...row, store: "contacts" as const })),
    ],
    total: rows.total + inBook,
  };
}

async function guestRowsOf(branch: Branch, date: string, page: Page) {
  const { read } = await branch.table();
  const where = { business_day: date };
  const [rows, total] = await Promise.all([
    read.guestRow.findMany({ where, orderBy: { seq: "desc" }, select: PERSON, take: page.limit, skip: page.offset }),
    read.guestRow.count({ where }),
  ]);
  return { page: rows, total };
}
