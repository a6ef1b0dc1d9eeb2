import type Database from "better-sqlite3";
import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { searchWords } from "../search-text";
import type { Contact, searchContacts as searchContract } from "./contract";

/** Candidates are capped before they are sorted or counted: an exact count of 60,000 hits alone costs 5 ms. */
const MOST = 1_000;

/**
 * Finds guests by parts of their name or phone: those in whom a word begins with what was typed first, then those who
 * hold it anywhere; within each, the newest first. Under three characters only beginnings are searched.
 */
export async function searchContacts(branch: Branch, query: QueryOf<typeof searchContract>): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  const words = searchWords(query.search);
  if (words.length === 0) return { contacts: [], total: 0 };
  const wanted = query.offset + query.limit;
  const first = byPrefix(sql, words);
  const rest = first.length < MOST ? bySubstring(sql, words) : [];
  const seqs = [...new Set([...newestFirst(sql, first), ...newestFirst(sql, rest)])].slice(0, MOST);
  return { contacts: contactsOf(sql, seqs.slice(query.offset, wanted)), total: seqs.length };
}

interface SeqRow {
  seq: number;
}

/**
 * Puts right what a late import of old guests put wrong: their row ids are the highest, their dates are not. Most searches
 * meet none of them and sort nothing. Where there are more candidates than are looked at, the order of the row ids must do.
 */
function newestFirst(sql: Database.Database, seqs: number[]): number[] {
  if (seqs.length < 2 || seqs.length >= MOST || !meetsLate(sql, seqs)) return seqs;
  const sorted = statement<[string], SeqRow>(
    sql,
    "SELECT seq FROM contact WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY added_at DESC, seq DESC",
  );
  return sorted.all(JSON.stringify(seqs)).map((row) => row.seq);
}

function meetsLate(sql: Database.Database, seqs: number[]): boolean {
  const any = statement<[], SeqRow>(sql, "SELECT seq FROM contact_late LIMIT 1").get();
  if (!any) return false;
  const met = statement<[string], SeqRow>(sql, "SELECT seq FROM contact_late WHERE seq IN (SELECT value FROM json_each(?)) LIMIT 1");
  return met.get(JSON.stringify(seqs)) !== undefined;
}

// Row ids follow added_at, and both indexes are walked backwards, so that newest first sorts nothing.
const PREFIX = "SELECT rowid AS seq FROM contact_prefix WHERE contact_prefix MATCH ? ORDER BY rowid DESC LIMIT ?";
const TRIGRAM = "SELECT rowid AS seq FROM contact_trigram WHERE contact_trigram MATCH ? ORDER BY rowid DESC LIMIT ?";

function byPrefix(sql: Database.Database, words: string[]): number[] {
  const match = words.map((word) => `"${word}"*`).join(" AND ");
  return seqsOf(sql, PREFIX, match);
}

function bySubstring(sql: Database.Database, words: string[]): number[] {
  const long = words.filter((word) => [...word].length >= 3);
  if (long.length === 0) return [];
  const found = seqsOf(sql, TRIGRAM, long.map((word) => `"${selectivePart(word)}"`).join(" AND "));
  const unsure = words.filter((word) => [...word].length < 3 || selectivePart(word) !== word);
  if (unsure.length === 0) return found;
  const texts = statement<[string], { seq: number; search_text: string }>(
    sql,
    "SELECT seq, search_text FROM contact WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC",
  );
  return texts
    .all(JSON.stringify(found))
    .filter((row) => unsure.every((word) => row.search_text.includes(word)))
    .map((row) => row.seq);
}

/** A long number is looked up by its last digits, which few people share; its first, such as 961, stand in every row. */
function selectivePart(word: string): string {
  return /^\d{7,}$/.test(word) ? word.slice(-6) : word;
}

function seqsOf(sql: Database.Database, text: string, match: string): number[] {
  return statement<[string, number], number>(sql, text).pluck().all(match, MOST);
}

function contactsOf(sql: Database.Database, seqs: number[]): Contact[] {
  const rows = statement<[string], Contact & SeqRow>(
    sql,
    `SELECT seq, id, name, phones, email, company, title, birthday, birth_year, address, also, added_at, branch
     FROM contact WHERE seq IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(seqs));
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
