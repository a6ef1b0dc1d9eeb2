import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect } from "vitest";
import { checkAudit } from "@/lib/audit/contract";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
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
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { POINTS_PER_VISIT } from "@/lib/loyalty/points-per-visit";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { saveTable } from "@/lib/tables/contract";
import { redeemVoucher } from "@/lib/vouchers/contract";
import { DATE, find, ofDate, untilTidied } from "../guests/guests";
import type { Dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call } from "../support/house";
import { WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";
import { METADATA, open, openTables } from "../support/tables";
import { BIRTHDAY, make } from "../support/vouchers";

const BRANCHES = ["jounieh", "batroun"] as const;
const BOOKS = [...BRANCHES, "central"] as const;

interface Typed {
  name: string;
  phones: string;
  email?: string;
  birthday?: string;
  company?: string;
}

/** The one who is erased: two numbers, typed in whatever way. */
const NUMBERS = [
  ["71 918273", "+961 71 918 273", "0096171918273", "71/918273", "٧١ ٩١٨٢٧٣", "71-918-273"],
  ["03 918274", "+9613918274", "009613918274", "03/918/274", "٠٣ ٩١٨٢٧٤"],
] as const;
const NAMES = ["Hala Zorkane", "Hala Zorkane", "Hala Zorkan", "Madame Zorkanetta"] as const;

/** What of her may stand nowhere, as typed, as kept, as searched for. */
const HERS = ["zorkan", "hala.z", "rue des cedres", "91827", "918 27", "918/27", "918-27", "٩١٨٢٧"];

/** Whoever has a number of hers alone is found by it, and goes along. */
const SHARER: Typed = { name: "Bassam Tawil", phones: "71918273" };
const OTHERS: readonly Typed[] = [
  { name: "Karim Saab", phones: "03 222333", birthday: "--11-20", email: "karim@example.com" },
  { name: "Hala Mansour", phones: "76 555666", birthday: "--11-20" },
  { name: "Maya Khoury", phones: "70 333444 / 03 333445", company: "Khoury Sons" },
  { name: "زياد مراد", phones: "81 777888" },
  { name: "Tia Saade", phones: "" },
];

const STEPS = {
  save: 4,
  saveAgain: 2,
  mergeAll: 2,
  endDay: 1,
  mergeDate: 2,
  bring: 2,
  undoBring: 1,
  dedupe: 1,
  undoDedupe: 1,
  company: 2,
  undoCompany: 1,
  correct: 2,
  correctRow: 1,
  remove: 1,
  award: 2,
  vouchers: 1,
  redeem: 1,
  send: 2,
} as const;
type Name = keyof typeof STEPS;
const ALL = Object.entries(STEPS).flatMap(([name, times]) => Array<Name>(times).fill(name as Name));

/** One step as it is decided before anything is played, so that two houses play the same. */
export interface Step {
  name: Name | "erase";
  branch: (typeof BRANCHES)[number];
  book: (typeof BOOKS)[number];
  party: Typed[];
  /** Picks among what there is by then. */
  nth: number;
  /** Comes twice, with the same key. */
  twice: boolean;
  minute: number;
}

function herself(random: Dice): Typed {
  const numbers = NUMBERS.filter(() => random.chance(0.6)).map((ways) => random.pick(ways));
  const phones = numbers.length > 0 ? numbers.join(" / ") : random.pick(NUMBERS[0]);
  const more = random.chance(0.5) ? { email: "hala.z@example.com", birthday: "--11-20", company: "Zorkane Freres" } : {};
  return { name: random.pick(NAMES), phones, ...more };
}

function partyOf(random: Dice, withHer: boolean): Typed[] {
  const party = OTHERS.filter(() => random.chance(0.35));
  if (withHer && random.chance(0.6)) party.push(herself(random));
  if (withHer && random.chance(0.15)) party.push(SHARER);
  return party.length > 0 ? party : [random.pick(OTHERS)];
}

/** What is done before somebody is erased, and after; nobody types her again. */
export function planOf(random: Dice): Step[] {
  const plan: Step[] = [];
  const add = (name: Step["name"], withHer: boolean) => {
    const minute = plan.length * 2 + (name === "endDay" && plan.length < 240 ? 500 : 0);
    const [branch, book] = [random.pick(BRANCHES), random.pick(BOOKS)];
    plan.push({ name, branch, book, party: partyOf(random, withHer), nth: random.below(1_000), twice: random.chance(0.3), minute });
  };
  add("save", true);
  for (let step = 6 + random.below(10); step > 0; step--) add(random.pick(ALL), true);
  add("save", true);
  add("erase", true);
  for (let step = 5 + random.below(8); step > 0; step--) add(random.pick(ALL), false);
  for (const name of ["mergeAll", "endDay", "mergeDate"] as const) add(name, false);
  return plan;
}

/** A house in which a plan is played. */
export class Life {
  readonly log: string[] = [];
  erased = false;
  private imports: { id: string; book: string }[] = [];
  private dedupes: { id: string; branch: string }[] = [];
  private companies: { id: string; branch: string }[] = [];
  private late = 0;
  private made = 0;

  constructor(
    readonly data: string,
    private readonly erases: boolean,
  ) {}

  async play(step: Step): Promise<void> {
    if (step.name === "endDay") this.late = 8 * 60;
    clockAt(new Date(Date.UTC(2026, 10, 20, 13, 0) + (this.late + (step.minute % 500)) * 60_000).toISOString());
    this.made++;
    this.log.push(
      `${step.name} ${step.branch} ${step.book} ${step.nth}${step.twice ? " twice" : ""} ${step.party.map((one) => `${one.name} ${one.phones}`).join(", ")}`,
    );
    await this[step.name](step);
    if (this.erased) expect(this.remains(), "what of her still stands in a file").toEqual([]);
  }

  /** Every file of the data folder in which something of her stands, but backups. */
  remains(): string[] {
    const files = readdirSync(this.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.flatMap((entry) => {
      if (entry.parentPath.endsWith("backups")) return [];
      const file = path.join(entry.parentPath, entry.name);
      const text = readFileSync(file).toString("utf8").toLowerCase();
      return HERS.filter((hers) => text.includes(hers) || entry.name.toLowerCase().includes(hers)).map(
        (hers) => `${path.relative(this.data, file)}: ${hers}: ${around(text, hers)}`,
      );
    });
  }

  private said(what: string, { status, answer }: { status: number; answer: { error?: string } }): number {
    this.log.push(`  ${what}: ${status} ${answer?.error ?? ""}`);
    expect(status, `${what}: ${JSON.stringify(answer)}`).toBeLessThan(500);
    return status;
  }

  private async save({ party, branch, twice }: Step): Promise<void> {
    const key = crypto.randomUUID();
    const body = { metadata: { ...METADATA, table_number: String(this.made) }, contacts: party };
    for (let time = twice ? 2 : 1; time > 0; time--) this.said("save", await call("staff", saveTable, { body, branch, key }));
  }

  private async saveAgain({ party, branch, nth }: Step): Promise<void> {
    const tables = (await openTables(branch)).sort();
    const table_name = tables[nth % Math.max(tables.length, 1)];
    if (!table_name) return;
    const there = (await open(table_name, branch)).answer.contacts;
    const left = there.filter(({ name }) => name !== OTHERS[nth % OTHERS.length]?.name);
    const names = new Set(left.map(({ name }) => name));
    const contacts = [...left, ...party.filter(({ name }) => !names.has(name))];
    if (contacts.length === 0) return;
    const body = { metadata: { ...METADATA, table_number: table_name.split(" ").at(-1) ?? "" }, contacts, table_name };
    this.said("save again", await call("staff", saveTable, { body: body as never, branch }));
  }

  private mergeAll = async ({ branch }: Step) => this.said("merge", await call("admin", mergeTables, { branch }));
  private endDay = async ({ branch }: Step) => this.said("end of day", await untilTidied(() => call("admin", endOfDay, { branch })));

  private async mergeDate(): Promise<void> {
    const query = { date: DATE, force: "true", backup: "false" } as never;
    this.said("merge by date", await call("admin", runMergeByDateFallback, { query }));
  }

  private async bring({ party, book, twice }: Step): Promise<void> {
    const lines = party.map(
      ({ name, phones, company }) =>
        `"${name}","${phones}",2026-10-0${1 + (this.made % 9)}T20:00:00Z,${company ?? ""},Brought ${this.made}`,
    );
    const raw = ["name,phones,added_at,company,title", ...lines].join("\n");
    const sent = await call("admin", importContacts, {
      raw,
      headers: { "content-type": "text/csv" },
      branch: book,
      ...(twice ? { key: crypto.randomUUID() } : {}),
    });
    this.said("import", sent);
    if (sent.answer.import_id) this.imports.push({ id: sent.answer.import_id, book });
  }

  private async undoBring({ nth }: Step): Promise<void> {
    const one = this.imports[nth % Math.max(this.imports.length, 1)];
    if (one) this.said("undo import", await call("admin", undoImport, { body: { import_id: one.id }, branch: one.book }));
  }

  private async dedupe({ branch, twice }: Step): Promise<void> {
    const sent = await call("admin", dedupeTable, { branch, ...(twice ? { key: crypto.randomUUID() } : {}) });
    this.said("dedupe", sent);
    if (sent.answer.undo_id) this.dedupes.push({ id: sent.answer.undo_id, branch });
  }

  private async undoDedupe({ nth }: Step): Promise<void> {
    const one = this.dedupes[nth % Math.max(this.dedupes.length, 1)];
    if (one) this.said("undo dedupe", await call("admin", undoDedupe, { body: { undo_id: one.id }, branch: one.branch }));
  }

  private async company({ branch }: Step): Promise<void> {
    const sent = await call("admin", updateCompanyByDate, { body: { date: DATE, company: `Company ${this.made}` }, branch });
    this.said("company", sent);
    if (sent.answer.undo_id) this.companies.push({ id: sent.answer.undo_id, branch });
  }

  private async undoCompany({ nth }: Step): Promise<void> {
    const one = this.companies[nth % Math.max(this.companies.length, 1)];
    if (one) this.said("undo company", await call("admin", undoCompany, { body: { undo_id: one.id }, branch: one.branch }));
  }

  /** Of somebody else, or of her before she goes. */
  private async correct({ party, book, nth, twice }: Step): Promise<void> {
    const who = party.at(-1) as Typed;
    const [known] = (await find(who.name, book)).filter(({ not_in_book }) => !not_in_book);
    if (!known) return;
    const isHer = /zorkan/i.test(known.name);
    const change = [
      { email: isHer ? "hala.z@example.com" : `mail${this.made}@example.com` },
      { address: isHer ? "Rue des Cedres" : `Street ${this.made}` },
      { name: `${known.name} ${isHer ? "Zorkanissima" : "Senior"}` },
    ][nth % 3];
    const body = { identifier: { name: known.name, phones: known.phones, id: known.id }, ...change };
    this.said("correct", await call("admin", updateContact, { body, branch: book, ...(twice ? { key: crypto.randomUUID() } : {}) }));
  }

  private async correctRow({ party, branch, nth }: Step): Promise<void> {
    const who = party.at(-1) as Typed;
    const row = (await ofDate(DATE, branch)).find(({ name, store }) => name === who.name && store === "table");
    if (!row) return;
    const isHer = /zorkan/i.test(row.name);
    const change =
      nth % 2
        ? { email: isHer ? "hala.z2@example.com" : `mail${this.made}@example.com` }
        : { address: isHer ? "Rue des Cedres" : "Street" };
    this.said("correct row", await call("admin", updateTableContact, { body: { id: row.id, ...change }, branch }));
  }

  private async remove({ party, branch }: Step): Promise<void> {
    const who = party.at(-1) as Typed;
    const row = (await ofDate(DATE, branch)).find(({ name }) => name === who.name);
    if (row) this.said("delete", await call("admin", deleteContact, { query: { id: row.id, store: row.store as "table" }, branch }));
  }

  private async award({ branch, nth }: Step): Promise<void> {
    const tables = (await openTables(branch)).sort();
    const name = tables[nth % Math.max(tables.length, 1)];
    if (!name) return;
    const table = (await open(name, branch)).answer;
    for (const { name: guest, phones } of table.contacts.filter((one) => one.phones !== "")) {
      const sent = await call("staff", createCustomer, { body: { name: guest, phone: phones } });
      this.said("customer", sent as never);
      const customer = sent.answer.customer ?? (sent.answer as { detail?: { customer?: { id: string } } }).detail?.customer;
      if (!customer) continue;
      const body = {
        customer_id: customer.id,
        table_number: table.metadata.table_number,
        points: POINTS_PER_VISIT,
        table_name: name,
      } as never;
      this.said("award", await call("staff", awardVisit, { body, branch }));
    }
  }

  private async vouchers({ branch }: Step): Promise<void> {
    await make(BIRTHDAY, { branch });
  }

  private async redeem({ branch, nth }: Step): Promise<void> {
    const serials = rows<{ serial: string }>(path.join(this.data, "hub.db"), "SELECT serial FROM voucher ORDER BY name, branch").map(
      ({ serial }) => serial,
    );
    // Another voucher in the other house is no matter: whose were redeemed is not compared.
    const serial = serials[nth % Math.max(serials.length, 1)];
    if (serial) this.said("redeem", await call("staff", redeemVoucher, { body: { code: serial }, branch }));
  }

  private async send({ party, nth, twice }: Step): Promise<void> {
    const guests = party
      .filter(({ phones }) => phones !== "")
      .map(({ name, phones }) => ({ name, phone: phones, message: `Dear ${name}, ${this.made}?` }));
    if (guests.length === 0) return;
    const key = crypto.randomUUID();
    for (let time = twice ? 2 : 1; time > 0; time--) this.said("send", await write(guests, "staff", key));
    const pc = new WorkerPc("kassir");
    await pc.start();
    for (let turn = 0; turn < 6; turn++) {
      const items = await pc.claim(5);
      if (items.length === 0) break;
      for (const item of items) {
        if ((await pc.begin(item)).status !== 200) continue;
        const outcome = nth % 3 === 0 ? { outcome: "not_sent", fault: "recipient" } : { outcome: "accepted" };
        await pc.say(item, outcome as never);
      }
    }
  }

  private async erase({ nth }: Step): Promise<void> {
    if (!this.erases) return;
    const ways = NUMBERS[nth % 2] as readonly string[];
    let phones = ways[nth % ways.length] as string;
    let sent = await call("admin", erasePersonalData, { body: { phones } });
    if (sent.status === 404) {
      phones = NUMBERS[1 - (nth % 2)]?.[0] as string;
      sent = await call("admin", erasePersonalData, { body: { phones } });
    }
    const status = this.said(`erase ${phones}`, sent);
    if (status === 409) {
      this.log.push(`  ${JSON.stringify(rows(path.join(this.data, "hub.db"), "SELECT status, count(*) FROM queue_item GROUP BY 1"))}`);
      return;
    }
    // Numbers that were never typed together are two people, for all that anybody knows.
    for (const numbers of NUMBERS) this.said("erase", await call("admin", erasePersonalData, { body: { phones: numbers[0] } }));
    this.erased = true;
  }

  /** Everybody else, as a twin in which nobody was erased has to have them. */
  others(): Record<string, string[]> {
    const found: Record<string, string[]> = {};
    const read = (file: string, name: string, sql: string) => {
      const all = rows<Record<string, unknown>>(path.join(this.data, file), sql).map((row) => JSON.stringify(row));
      found[`${file} ${name}`] = all.filter((row) => !/zorkan|tawil|erased guest/i.test(row)).sort();
    };
    const columns = "name, phones, email, birthday, company, title, address, added_at";
    for (const book of BOOKS) read(`${book}/contacts.db`, "contact", `SELECT ${columns}, also FROM contact`);
    for (const branch of BRANCHES) {
      read(`${branch}/table.db`, "guest_row", `SELECT ${columns}, table_name FROM guest_row`);
      read(`${branch}/table.db`, "table_guest", `SELECT ${columns}, table_id IS NOT NULL FROM table_guest`);
    }
    read("hub.db", "loyalty_customer", "SELECT name, points FROM loyalty_customer");
    read("hub.db", "voucher", "SELECT name, branch FROM voucher");
    read("hub.db", "queue_item", "SELECT name, digits, text, status FROM queue_item");
    return found;
  }

  async check(): Promise<void> {
    expect((await call("admin", checkAudit)).answer).toMatchObject({ intact: true, unavailable: [] });
    for (const file of readdirSync(this.data, { recursive: true }).map(String)) {
      if (!file.endsWith(".db") || file.includes("backups")) continue;
      const database = new Database(path.join(this.data, file), { readonly: true });
      try {
        checkEvents(database, file);
      } finally {
        database.close();
      }
    }
  }
}

const around = (text: string, hers: string) => {
  const at = text.indexOf(hers);
  return JSON.stringify(text.slice(Math.max(0, at - 120), at + 80).replace(/[^\x20-\x7e]/g, "."));
};
