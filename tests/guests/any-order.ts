import { expect } from "vitest";
import { endOfDay } from "@/lib/evening/contract";
import {
  dedupeTable,
  deleteContact,
  undoCompany,
  undoDedupe,
  updateCompanyByDate,
  updateContact,
  updateTableContact,
} from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { saveTable } from "@/lib/tables/contract";
import type { Dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { type Person as Caller, call } from "../support/house";
import { METADATA, open, openTables } from "../support/tables";
import { companiesHeld, expectNobodyTwice, phonesOfEvening } from "./any-order-checks";
import { bring, DATE, find, mergeAll, mergeDate, ofDate } from "./guests";

export const BRANCHES = ["jounieh", "batroun"] as const;
export const BOOKS = [...BRANCHES, "central"] as const;
export type Branch = (typeof BRANCHES)[number];
export type Book = (typeof BOOKS)[number];

/** What somebody wrote by hand, and in which minute. */
interface Word {
  value: string;
  at: number;
}
type Words = Partial<Record<"name" | "birthday" | "company", Word>>;

/** A guest who sits in a branch's evening. */
export interface Seated {
  /** When the guest was first and last recorded. */
  first: number;
  last: number;
  /** Recorded once: several rows of one person may say different things, and the newest is shown. */
  isSingle: boolean;
  /** What was corrected in the rows since. */
  words: Words;
  /** Companies by such corrections, of earlier seats too: two rows of one guest become one, and either may be kept. */
  typed: string[];
}

/** Somebody with numbers of their own. */
export interface Guest {
  name: string;
  /** Who has two is typed with one of them, or both: nobody can say beforehand whom a merge knows by then. */
  digits: string[];
  /** Typed each time that the guest is recorded; empty for who has none. */
  company: string;
  birthday: string;
  seated: Record<Branch, Seated | null>;
  /** An End of Day has taken the guest: sat down once more that evening, the rows say nothing new. */
  isBooked: Record<Branch, boolean>;
  /** When somebody last took the guest, or this number, out of a book by hand. */
  takenOut: Record<Book, number>;
  /** What was corrected in a book since. */
  words: Record<Book, Words>;
  /** A book may know the guest by an import, or by another name: less can be said of it then. */
  isUnsure: Record<Book, boolean>;
}

/** A Set Company, or an import, and whether it still holds. */
export interface Deed {
  id: string;
  /** What it wrote, and nobody else writes. */
  mark: string;
  branch: Book;
  at: number;
  isUndone: boolean;
}

const each = <Key extends string, Value>(keys: readonly Key[], value: () => Value) =>
  Object.fromEntries(keys.map((key) => [key, value()])) as Record<Key, Value>;

function guestOf(name: string, index: number): Guest {
  return {
    name,
    digits: index === 5 ? ["9613100005", "9613100015"] : [`96131000${10 + index}`],
    company: index % 2 === 0 ? `Own ${index}` : "",
    birthday: index % 3 === 0 ? `--05-${10 + index}` : "",
    seated: each(BRANCHES, () => null),
    isBooked: each(BRANCHES, () => false),
    takenOut: each(BOOKS, () => -1),
    words: each(BOOKS, () => ({})),
    isUnsure: each(BOOKS, () => false),
  };
}

const STEPS = {
  save: 3,
  saveAgain: 2,
  mergeAll: 1,
  mergeDate: 2,
  deleteRow: 1,
  deleteFromBook: 2,
  correctNumber: 1,
  correctInBook: 2,
  correctRow: 2,
  dedupe: 1,
  undoDedupe: 1,
  company: 2,
  undoCompany: 3,
  importFile: 2,
  undoImport: 1,
  endDay: 1,
} as const;
const ALL_STEPS = Object.entries(STEPS).flatMap(([step, times]) => Array<keyof typeof STEPS>(times).fill(step as keyof typeof STEPS));

/** Two branches and central in one evening, and what must be true of them whatever is done in which order. */
export class House {
  readonly log: string[] = [];
  readonly guests = ["Maya Khoury", "Rami Haddad", "Tia Saade", "زياد مراد", "O'Brien", "Nour"].map(guestOf);
  readonly companies: Deed[] = [];
  readonly imports: Deed[] = [];
  private dedupes: { id: string; branch: Branch }[] = [];
  private minute = 0;

  constructor(private readonly random: Dice) {}

  /** Most sequences begin with guests whom the books know. */
  async begin(): Promise<void> {
    for (const book of BOOKS) {
      const known = this.some().map(({ name, digits }) => `"${name}",+${digits[0]},2026-01-01T10:00:00Z`);
      if (this.random.chance(0.4) && known.length > 0) await bring(known, { branch: book });
    }
    for (const branch of BRANCHES) {
      await this.save(this.pass(), branch);
      await mergeAll(branch);
    }
    if (this.random.chance(0.8)) await this.mergeDate();
    if (this.random.chance(0.4)) await this.endDay(this.pass(true), "jounieh");
  }

  async step(): Promise<void> {
    const step = this.random.pick(ALL_STEPS);
    const at = this.pass(step === "endDay");
    const branch = this.random.chance(0.7) ? "jounieh" : "batroun";
    this.log.push(`${at} ${step} in ${branch}`);
    await this[step](at, branch);
    await expectNobodyTwice(BOOKS);
  }

  async end(): Promise<void> {
    this.pass(true);
    for (const branch of BRANCHES) await this.endDay(this.minute, branch);
    await this.mergeDate();
    await this.mergeDate();
    await expectNobodyTwice(BOOKS);
  }

  /** A minute passes with each step; from 23:15 on, End of Day is open. */
  private pass(toTheEnd = false): number {
    this.minute = Math.max(this.minute + 1, toTheEnd ? 110 : 0);
    clockAt(new Date(Date.UTC(2026, 10, 20, 19, 30 + this.minute)).toISOString());
    return this.minute;
  }

  private by = (): Caller => this.random.pick(["staff", "admin"] as const);
  private some = () => this.guests.filter(() => this.random.chance(0.4));
  private guestWith = (phones: string) => this.guests.find(({ digits }) => digits.some((number) => phones.includes(number)));
  private book = (branch: Branch): Book => this.random.pick([branch, branch, "central"] as const);

  private said({ name, digits, company, birthday }: Guest) {
    const some = digits.filter(() => this.random.chance(0.6));
    const phones = (some.length > 0 ? some : digits.slice(0, 1)).map((number) => `+${number}`).join(", ");
    return { name, phones, company, birthday };
  }

  private record(guest: Guest, branch: Branch, at: number): void {
    const before = guest.seated[branch];
    guest.seated[branch] = { first: before?.first ?? at, last: at, isSingle: before === null, words: {}, typed: before?.typed ?? [] };
  }

  private async save(at: number, branch: Branch): Promise<void> {
    const party = this.some();
    if (party.length === 0) return;
    const body = { metadata: { ...METADATA, table_number: String(at) }, contacts: party.map((guest) => this.said(guest)) };
    expect((await call(this.by(), saveTable, { body, branch })).status).toBe(200);
    this.log.push(`  ${party.map(({ name }) => name).join(", ")}`);
    for (const guest of party) this.record(guest, branch, at);
  }

  /** The same table with others: who sat there stays as a tablet shows them, and keeps the time at which they were recorded. */
  private async saveAgain(at: number, branch: Branch): Promise<void> {
    const tables = await openTables(branch);
    if (tables.length === 0) return;
    const table_name = this.random.pick(tables);
    const there = (await open(table_name, branch)).answer.contacts;
    const party = this.some();
    if (party.length === 0) return;
    const seatOf = (guest: Guest) => there.find(({ phones }) => guest.digits.some((number) => phones.includes(number)));
    const contacts = party.map((guest) => seatOf(guest) ?? this.said(guest));
    const body = { metadata: { ...METADATA, table_number: table_name.split(" ").at(-1) ?? "" }, contacts, table_name };
    expect((await call(this.by(), saveTable, { body, branch })).status).toBe(200);
    this.log.push(`  ${table_name}: ${party.map(({ name }) => name).join(", ")}`);
    for (const guest of this.guests) {
      const sat = seatOf(guest) !== undefined;
      if (party.includes(guest) && !sat) this.record(guest, branch, at);
      if (!party.includes(guest) && sat) this.lookAgain(guest, branch);
    }
  }

  /** Whether somebody who left a table still stands in the evening, by another table or a row that follows none. */
  private lookAgain(guest: Guest, branch: Branch): void {
    const still = phonesOfEvening(branch).some((phones) => guest.digits.some((number) => phones.includes(number)));
    const seated = guest.seated[branch];
    guest.seated[branch] = still && seated ? { ...seated, isSingle: false, words: {} } : null;
  }

  private mergeAll = (_at: number, branch: Branch) => mergeAll(branch);

  private async mergeDate(): Promise<void> {
    await mergeDate();
    const undone = this.companies.filter(({ isUndone }) => isUndone).map(({ mark }) => mark);
    const held = companiesHeld("central").filter((company) => undone.includes(company));
    expect(held, "companies that were undone, in central after a Merge by Date").toEqual([]);
  }

  private async endDay(_at: number, branch: Branch): Promise<void> {
    expect((await call("admin", endOfDay, { branch })).status).toBe(200);
    for (const guest of this.guests) guest.isBooked[branch] ||= guest.seated[branch] !== null;
  }

  private async rowAtTable(branch: Branch) {
    const shown = (await ofDate(DATE, branch)).filter(({ store }) => store === "table");
    return shown.length > 0 ? this.random.pick(shown) : undefined;
  }

  private async deleteRow(_at: number, branch: Branch): Promise<void> {
    const row = await this.rowAtTable(branch);
    const guest = row && this.guestWith(row.phones);
    if (!row || !guest) return;
    this.log.push(`  ${row.name}`);
    expect((await call(this.by(), deleteContact, { query: { id: row.id, store: "table" }, branch })).status).toBe(200);
    this.lookAgain(guest, branch);
    if (guest.digits.length === 1) expect(guest.seated[branch], `${guest.name}, deleted from the evening`).toBeNull();
  }

  /** A correction of a row is one of the evening: rows and open tables follow, a book that has the guest does not. */
  private async correctRow(at: number, branch: Branch): Promise<void> {
    const row = await this.rowAtTable(branch);
    const guest = row && this.guestWith(row.phones);
    if (!row || !guest) return;
    const field = this.random.pick(["name", "birthday", "company"] as const);
    const value = { name: `${guest.name} Junior${at}`, birthday: birthdayOf(at), company: `Typed ${at}` }[field];
    this.log.push(`  ${row.name}: ${field} ${value}`);
    expect((await call(this.by(), updateTableContact, { body: { id: row.id, [field]: value }, branch })).status).toBe(200);
    const seated = guest.seated[branch];
    if (!seated) return;
    seated.words[field] = { value, at };
    if (field === "company") seated.typed.push(value);
  }

  private async deleteFromBook(at: number, branch: Branch): Promise<void> {
    const book = this.book(branch);
    const guest = this.random.pick(this.guests);
    for (const number of guest.digits)
      for (const { id, name } of await find(number, book)) {
        const { status, answer } = await call(this.by(), deleteContact, { query: { id, store: "contacts" }, branch: book });
        if (status !== 200) continue; // somebody at tonight's tables, whom the book does not know
        this.log.push(`  ${guest.name} in ${book}`);
        guest.takenOut[book] = at;
        guest.words[book] = {};
        // Of somebody who was known by another name nothing is decided.
        guest.isUnsure[book] = answer.kept_names.length > 0 || name.startsWith("Visitor");
      }
  }

  /** A number that was a slip: the guest keeps the name and gets another number. */
  private async correctNumber(at: number, branch: Branch): Promise<void> {
    const book = this.book(branch);
    const guest = this.random.pick(this.guests);
    const [known] = await find(guest.digits[0] ?? "", book);
    if (!known || known.not_in_book) return;
    this.log.push(`  ${guest.name} in ${book}`);
    const body = {
      identifier: { name: known.name, phones: known.phones, id: known.id },
      phones: `+9617${String(1_000_000 + at * 97).slice(-7)}`,
    };
    expect((await call(this.by(), updateContact, { body, branch: book })).status).toBe(200);
    guest.takenOut[book] = at;
    guest.words[book] = {};
  }

  private async correctInBook(at: number, branch: Branch): Promise<void> {
    const book = this.book(branch);
    const guest = this.random.pick(this.guests);
    const [known] = await find(guest.digits[0] ?? "", book);
    if (!known || known.not_in_book) return;
    const field = this.random.pick(["name", "birthday", "company"] as const);
    const name = this.random.chance(0.3) ? `Corrected ${at}` : `${guest.name} Senior${at}`;
    const value = { name, birthday: birthdayOf(at), company: `Written ${at}` }[field];
    this.log.push(`  ${known.name} in ${book}: ${field} ${value}`);
    const body = { identifier: { name: known.name, phones: known.phones, id: known.id }, [field]: value };
    expect((await call(this.by(), updateContact, { body, branch: book })).status).toBe(200);
    guest.words[book][field] = { value, at };
  }

  private async dedupe(_at: number, branch: Branch): Promise<void> {
    const { answer } = await call(this.by(), dedupeTable, { branch });
    if (answer.undo_id) this.dedupes.push({ id: answer.undo_id, branch });
  }

  /** Twice and out of order: what is over is refused, and changes nothing. */
  private async undoDedupe(): Promise<void> {
    if (this.dedupes.length === 0) return;
    const { id, branch } = this.random.pick(this.dedupes);
    expect([200, 409]).toContain((await call(this.by(), undoDedupe, { body: { undo_id: id }, branch })).status);
  }

  private async company(at: number, seating: Branch): Promise<void> {
    const branch = this.random.chance(0.15) ? "central" : seating;
    const mark = `Company ${at}`;
    const { answer } = await call(this.by(), updateCompanyByDate, { body: { date: DATE, company: mark }, branch });
    this.log.push(`  ${mark} in ${branch}`);
    if (answer.undo_id) this.companies.push({ id: answer.undo_id, mark, branch, at, isUndone: false });
  }

  private async undoCompany(): Promise<void> {
    if (this.companies.length === 0) return;
    const deed = this.random.pick(this.companies);
    const { status, answer } = await call(this.by(), undoCompany, { body: { undo_id: deed.id }, branch: deed.branch });
    this.log.push(`  ${deed.mark} in ${deed.branch}: ${status} ${answer.message ?? answer.error}`);
    expect([200, 409]).toContain(status);
    if (status === 200) deed.isUndone = true;
    if (deed.isUndone) expect(companiesHeld(deed.branch), `${deed.mark}, undone`).not.toContain(deed.mark);
  }

  /** A file with known guests, with somebody of another name at a known number, and with somebody new. */
  private async importFile(at: number, branch: Branch): Promise<void> {
    const book = this.book(branch);
    const [known, other] = [this.random.pick(this.guests), this.random.pick(this.guests)];
    const [isOther, mark] = [this.random.chance(0.5), `Import ${at}`];
    const lines = [
      `"${known.name}",+${known.digits[0]},${mark},${this.random.chance(0.3) ? mark : ""}`,
      ...(isOther ? [`Visitor${at},+${other.digits[0]},,`] : []),
      `Newcomer${at},+96170${at + 100_000},${mark},`,
    ];
    const raw = ["name,phones,title,company", ...lines].join("\n");
    const { status, answer } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" }, branch: book });
    this.log.push(`  into ${book}: ${lines.join(" | ")}`);
    expect(status, JSON.stringify(answer)).toBe(200);
    this.imports.push({ id: answer.import_id ?? "", mark, branch: book, at, isUndone: false });
    for (const guest of isOther ? [known, other] : [known]) guest.isUnsure[book] = true;
  }

  private async undoImport(): Promise<void> {
    if (this.imports.length === 0) return;
    const deed = this.random.pick(this.imports);
    const { status, answer } = await call("admin", undoImport, { body: { import_id: deed.id }, branch: deed.branch });
    this.log.push(`  ${deed.mark} in ${deed.branch}: ${status} ${answer.message ?? answer.error}`);
    expect([200, 409]).toContain(status);
    // Of guests who were changed since, it keeps what it brought, and names them.
    if (status === 200 && answer.kept === 0) deed.isUndone = true;
  }
}

/** A day of the year that nobody else has. */
const birthdayOf = (at: number) => `--${String(6 + Math.floor(at / 28)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`;
