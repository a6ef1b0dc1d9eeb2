import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { fillNameWords } from "../../lib/book/search-indexes";
import { createStoreFile } from "../../lib/db/check-before-open";
import { openWriting } from "../../lib/db/pragmas";
import { mergeByDate } from "../../lib/merging/merge-by-date-step";
import type { Person } from "../../lib/person";
import { type PhoneNumber, readPhones } from "../../lib/phones";
import { searchText } from "../../lib/search-text";
import { BY } from "../support/by";
import { guestRowPutter } from "../support/guest-rows";
import { RESTAURANTS } from "../support/restaurants";
import { report, reportCount, timed } from "./report";
import { copyStore, people, peopleWithNumbers } from "./stores";

const DATE = "2026-11-20";
const PER_BRANCH = 20_000;
const ALL = PER_BRANCH * RESTAURANTS.length;

/** Five table stores of one big date, and which of their guests the central book knows already. */
interface Scenario {
  name: string;
  known: number;
  of: (branch: number) => Iterable<Person>;
}

const SCENARIOS: Scenario[] = [
  { name: "all new", known: 0, of: (branch) => peopleWithNumbers(PER_BRANCH, branch, 2_000_000 + branch * PER_BRANCH) },
  { name: "half known", known: ALL / 2, of: halfKnown },
];

/** Every second guest has a number that a guest of the million has, the others one of their own. */
function* halfKnown(branch: number): Generator<Person> {
  const strangers = peopleWithNumbers(PER_BRANCH, branch, 2_000_000 + branch * PER_BRANCH);
  const regulars = regularsOf(branch);
  for (let turn = 0; turn < PER_BRANCH / 2; turn++) {
    const { value: regular } = regulars.next();
    const { value: stranger } = strangers.next();
    if (regular) yield regular;
    if (stranger) yield stranger;
  }
}

function* regularsOf(branch: number): Generator<Person> {
  const seen = new Set<string>();
  const from = branch * 60_000;
  let index = 0;
  for (const person of people(from + 60_000, 1)) {
    if (index++ < from) continue;
    const keys = readPhones(person.phones).map((number) => number.key);
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    yield { ...person, address: person.address || "filled in by the newer row" };
  }
}

function writeSource(folder: string, branch: number, scenario: Scenario): string {
  const key = RESTAURANTS[branch] ?? "jounieh";
  const file = path.join(folder, key, "table.db");
  createStoreFile(file, "table", key);
  const database = openWriting(file);
  const putRow = guestRowPutter(database);
  database.transaction(() => {
    for (const person of scenario.of(branch)) putRow({ ...person, business_day: DATE });
  })();
  database.close();
  return file;
}

/** What is known of somebody there, and the first row of the source that has the number too. */
const MATCHES = `
  CREATE TEMP TABLE known AS
  SELECT g.seq AS guest, min(p.contact_seq) AS contact FROM source.guest_row g
  JOIN source.guest_row_phone n ON n.guest_seq = g.seq
  JOIN main.contact_phone p ON p.key = n.key AND (p.calling_code = n.calling_code OR p.calling_code = '' OR n.calling_code = '')
  WHERE g.business_day = '${DATE}' GROUP BY g.seq`;

const FILL = `
  UPDATE contact SET
    email = iif(contact.email = '', g.email, contact.email), company = iif(contact.company = '', g.company, contact.company),
    title = iif(contact.title = '', g.title, contact.title), birthday = iif(contact.birthday = '', g.birthday, contact.birthday),
    address = iif(contact.address = '', g.address, contact.address), version = contact.version + 1
  FROM temp.known k JOIN source.guest_row g ON g.seq = k.guest
  WHERE contact.seq = k.contact AND ((contact.email = '' AND g.email <> '') OR (contact.company = '' AND g.company <> '')
    OR (contact.title = '' AND g.title <> '') OR (contact.birthday = '' AND g.birthday <> '') OR (contact.address = '' AND g.address <> ''))`;

const INSERT = `
  INSERT INTO contact (id, name, phones, email, company, title, birthday, birth_year, address, added_at, branch, search_text)
  SELECT new_id(), name, phones, email, company, title, birthday, birth_year, address, added_at, ?, search_text(name,
    (SELECT json_group_array(json_object('digits', digits, 'calling_code', calling_code)) FROM source.guest_row_phone WHERE guest_seq = g.seq))
  FROM source.guest_row g WHERE business_day = '${DATE}' AND seq NOT IN (SELECT guest FROM temp.known) ORDER BY added_at, seq`;

const PHONES = `
  INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code)
  SELECT ? + r.nth, n.position, n.digits, n.key, n.calling_code
  FROM (SELECT seq, row_number() OVER (ORDER BY added_at, seq) AS nth FROM source.guest_row
        WHERE business_day = '${DATE}' AND seq NOT IN (SELECT guest FROM temp.known)) r
  JOIN source.guest_row_phone n ON n.guest_seq = r.seq ORDER BY r.nth, n.position`;

/** The same result with nothing but SQL, and the same two text functions: what SQLite itself takes. */
function mergeWithSqlAlone(centralFile: string, sources: string[]): { inserted: number; skipped: number; filled: number } {
  const database = openWriting(centralFile);
  database.function("new_id", () => uuid());
  database.function("search_text", { deterministic: true }, (name, numbers) =>
    searchText(String(name), JSON.parse(String(numbers)) as PhoneNumber[]),
  );
  const counts = { inserted: 0, skipped: 0, filled: 0 };
  for (const [branch, file] of sources.entries()) {
    database.exec(`ATTACH '${file}' AS source`);
    database.transaction(() => mergeOneSource(database, RESTAURANTS[branch] ?? "", counts)).immediate();
    database.exec("DETACH source; DROP TABLE temp.known");
  }
  database.close();
  return counts;
}

function mergeOneSource(database: Database.Database, branch: string, counts: { inserted: number; skipped: number; filled: number }): void {
  const last = Number(database.prepare("SELECT coalesce(max(seq), 0) FROM contact").pluck().get());
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as { name: string; sql: string }[];
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec(MATCHES);
  counts.skipped += Number(database.prepare("SELECT count(*) FROM temp.known").pluck().get());
  counts.filled += database.prepare(FILL).run().changes;
  const inserted = database.prepare(INSERT).run(branch).changes;
  counts.inserted += inserted;
  if (inserted > 0) database.prepare(PHONES).run(last);
  for (const index of ["contact_prefix", "contact_trigram"]) {
    database.prepare(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact WHERE seq > ? ORDER BY seq`).run(last);
  }
  for (const { sql } of triggers) database.exec(sql);
  fillNameWords(database, last);
}

/** Merge by Date: five branches with 20,000 guests each into a central book of a million, beside the same in SQL alone. */
export async function benchMergeByDate(folder: string, million: string): Promise<void> {
  for (const scenario of SCENARIOS) {
    const place = path.join(folder, `merge ${scenario.name}`);
    mkdirSync(path.join(place, "central"), { recursive: true });
    const sources = RESTAURANTS.map((_, branch) => writeSource(place, branch, scenario));
    const ours = path.join(place, "central", "contacts.db");
    const sqls = path.join(place, "central", "sql.db");
    for (const file of [ours, sqls]) copyStore(million, file, "central");
    for (const run of ["first", "second"])
      await compare(`merge by date, ${scenario.name}, ${run} run`, scenario, run === "second", { ours, sqls, sources });
    rmSync(place, { recursive: true });
  }
}

async function compare(
  figure: string,
  scenario: Scenario,
  again: boolean,
  files: { ours: string; sqls: string; sources: string[] },
): Promise<void> {
  const sql = await timed(() => mergeWithSqlAlone(files.sqls, files.sources));
  const sources = files.sources.map((file, branch) => ({ branch: RESTAURANTS[branch] ?? "jounieh", file, path: file }));
  const input = {
    file: files.ours,
    by: BY,
    date: DATE,
    countryCode: "961",
    hours: { timeZone: "Asia/Beirut", dayEndsAt: "05:00" },
    sources,
    ignored: [],
    root: "",
    backup: null,
    isLook: false,
    includeEarlier: true,
  };
  const merged = await timed(() => mergeByDate(input));
  const inserted = again ? 0 : ALL - scenario.known;
  reportCount(`${figure}: inserted`, merged.result.inserted, inserted);
  reportCount(`${figure}: skipped`, merged.result.skipped, ALL - inserted);
  reportCount(`${figure}: SQL alone inserts as many`, sql.result.inserted, inserted);
  // The bar is for the merge itself. A repetition writes nothing, and what is left of it is asking the rules 100,000 times.
  report({ figure, value: merged.ms / 1000, unit: "s", limit: null, raw: sql.ms / 1000, ...(again ? {} : { maxRatio: 3 }) });
}
