import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { env } from "../env";
import { dayRange } from "../local-time";
import type { DatedContact } from "./contract";

interface Page {
  limit: number;
  offset: number;
}

type Row = Omit<DatedContact, "store">;

// Plain SQL: an evening has a thousand of them, and Prisma takes three times as long for each.
const PERSON = "id, name, phones, email, company, title, birthday, birth_year, address, also, added_at";
const GUEST_ROWS = `SELECT ${PERSON} FROM guest_row WHERE business_day = ? ORDER BY seq DESC LIMIT ? OFFSET ?`;
const GUEST_ROW_COUNT = "SELECT count(*) AS n FROM guest_row WHERE business_day = ?";
const ADDED = `SELECT ${PERSON} FROM contact WHERE added_at >= ? AND added_at < ? ORDER BY seq DESC LIMIT ? OFFSET ?`;
const ADDED_COUNT = "SELECT count(*) AS n FROM contact WHERE added_at >= ? AND added_at < ?";

/**
 * Who belongs to a date: the guest rows of that business day, then the contacts added on that local date; a page of
 * them, and how many there are in all. Central has no tables, so only contacts.
 * @param date local calendar date, YYYY-MM-DD
 */
export async function contactsOfDate(branch: Branch, date: string, page: Page): Promise<{ contacts: DatedContact[]; total: number }> {
  const rows = branch.key === "central" ? { page: [], total: 0 } : await guestRowsOf(branch, date, page);
  const { sql } = await branch.contacts();
  const range = dayRange(date, env().TIME_ZONE);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const inBook = statement<[string, string], { n: number }>(sql, ADDED_COUNT).get(from, to)?.n ?? 0;
  const left = page.limit - rows.page.length;
  const skip = Math.max(0, page.offset - rows.total);
  const contacts = left > 0 ? statement<[string, string, number, number], Row>(sql, ADDED).all(from, to, left, skip) : [];
  return {
    contacts: [
      ...rows.page.map((row) => ({ ...row, store: "table" as const })),
      ...contacts.map((row) => ({ ...row, store: "contacts" as const })),
    ],
    total: rows.total + inBook,
  };
}

async function guestRowsOf(branch: Branch, date: string, { limit, offset }: Page): Promise<{ page: Row[]; total: number }> {
  const { sql } = await branch.table();
  return {
    page: statement<[string, number, number], Row>(sql, GUEST_ROWS).all(date, limit, offset),
    total: statement<[string], { n: number }>(sql, GUEST_ROW_COUNT).get(date)?.n ?? 0,
  };
}
