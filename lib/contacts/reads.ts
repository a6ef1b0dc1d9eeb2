import type Database from "better-sqlite3";
import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { env } from "../env";
import { seatOf, seatsOfTonight } from "../tables/tonight/reads";
import type { Contact, searchContacts as searchContract } from "./contract";
import { searchBook } from "./search/reads";

/**
 * Finds guests by parts of their name or phone: those with the very phone, then those whose name begins with what was
 * typed, then those in whom a word begins with it, then those who hold it anywhere; within each, the newest first. Under
 * three characters only beginnings are searched. Guests of this business day's tables say where they sit.
 */
export async function searchContacts(branch: Branch, query: QueryOf<typeof searchContract>): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  const { search, offset, limit } = query;
  const { seqs, total, isMore } = searchBook(sql, search, env().DEFAULT_COUNTRY_CODE, offset + limit);
  const contacts = await withSeats(branch, sql, contactsOf(sql, seqs.slice(offset)));
  return isMore ? { contacts, total, total_is_at_least: true } : { contacts, total };
}

type Row = Contact & { seq: number };

function contactsOf(sql: Database.Database, seqs: number[]): Row[] {
  const rows = statement<[string], Row>(
    sql,
    `SELECT seq, id, name, phones, email, company, title, birthday, birth_year, address, also, added_at, branch
     FROM contact WHERE seq IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(seqs));
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

const NUMBERS = "SELECT contact_seq, key, calling_code FROM contact_phone WHERE contact_seq IN (SELECT value FROM json_each(?))";

/** Says where the guests of tonight's tables sit. A table store that cannot be read hides nobody's name and phone. */
async function withSeats(branch: Branch, sql: Database.Database, contacts: Row[]): Promise<Contact[]> {
  const seats = branch.key === "central" || contacts.length === 0 ? null : await seatsOfTonight(branch).catch(() => null);
  if (!seats || seats.size === 0) return contacts;
  const bySeq = new Map(contacts.map((row) => [row.seq, row]));
  const numbers = statement<[string], { contact_seq: number; key: string; calling_code: string }>(sql, NUMBERS);
  for (const { contact_seq, ...number } of numbers.all(JSON.stringify([...bySeq.keys()]))) {
    const row = bySeq.get(contact_seq);
    if (row && !row.tonight) row.tonight = seatOf(seats, number);
  }
  return contacts;
}
