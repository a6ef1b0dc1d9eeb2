import { mkdirSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { compareBook } from "@/lib/book/comparing";
import { contactsMergeTarget } from "@/lib/book/contacts-merge-target";
import { fold } from "@/lib/book/fold";
import { publish } from "@/lib/book/publishing";
import type { BookGuest, Decision, SourceRecord } from "@/lib/book/record-shapes";
import { recordStore, type VersionedRecord } from "@/lib/book/records";
import { rebuildGuests } from "@/lib/book/repair-guests";
import { createStoreFile } from "@/lib/db/check-before-open";
import { openWriting } from "@/lib/db/pragmas";
import { foldText } from "@/lib/fold-text";
import { PERSON_FIELDS } from "@/lib/guest-columns";
import { NOTHING_SAID, pickFields } from "@/lib/guest-fields";
import type { BranchKey } from "@/lib/known-branches";
import { mergeInto } from "@/lib/merge-rule";
import { alsoNames } from "@/lib/names";
import type { Person } from "@/lib/person";
import { hasPhoneKey, readPhones, sharesPhone } from "@/lib/phones";
import { dice } from "../sequences/people";
import { enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";
import { type Life, lifeOf } from "./lives";
import { KEPT_LIVES, SEED } from "./seeds";

const HOURS = { timeZone: "UTC", dayEndsAt: "05:00" };

function newBook(): Database.Database {
  const folder = path.join(enterHouse(), "book");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "contacts.db");
  createStoreFile(file, "contacts", "jounieh");
  const database = openWriting(file);
  database.pragma("synchronous = OFF");
  return database;
}

type Row = Person & { seq: number; id: string; evening: string | null; branch: string; is_before: number };

function guestsOf(database: Database.Database): string[] {
  const numbers = database.prepare<[number], string>("SELECT digits FROM contact_phone WHERE contact_seq = ? ORDER BY position").pluck();
  const recordsOf = database.prepare<[number], string>("SELECT id FROM source_record WHERE contact_seq = ? ORDER BY id").pluck();
  const records = (seq: number, id: string, isBefore: number) => [...recordsOf.all(seq), ...(isBefore ? [`before/${id}`] : [])].toSorted();
  const rows = database.prepare<[], Row>("SELECT * FROM contact").all();
  return rows
    .map(({ seq, id, evening, branch, is_before, ...row }) => ({
      ...{ ...pickFields(row, PERSON_FIELDS), branch },
      evening: evening ?? row.added_at.slice(0, 10),
      also: alsoNames(row.also),
      digits: numbers.all(seq),
      records: records(seq, id, is_before),
    }))
    .map(inText)
    .toSorted();
}

const wanted = ({ records, decisions }: Life): string[] =>
  fold(records, decisions)
    .guests.map(({ own: _, numbers, records: all, also, ...guest }: BookGuest) => ({
      ...guest,
      also: alsoNames(also),
      digits: numbers.map(({ digits }) => digits),
      records: all.toSorted(),
    }))
    .map(inText)
    .toSorted();

const inText = (guest: object) => JSON.stringify(Object.fromEntries(Object.entries(guest).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** A life told to a book in pieces: late, twice, in older words first, with batches in between that are undone. */
function tell(database: Database.Database, life: Life, seed: number): void {
  const random = dice(seed);
  type Piece = { records: VersionedRecord[]; decisions: Decision[]; undone?: { batch: string } };
  const pieces: Piece[] = [];
  const newest = (record: Life["records"][number]): VersionedRecord => ({ ...record, incarnation: 1, version: 5 });
  const inOrder = random.chance(0.4);
  const records = inOrder ? life.records.toSorted((a, b) => (a.said_at < b.said_at ? -1 : 1)) : shuffled(life.records, random.below);
  for (const record of records) {
    const last = pieces.at(-1);
    if (!last || random.chance(0.4)) pieces.push({ records: [newest(record)], decisions: [] });
    else last.records.push(newest(record));
    const piece = pieces.at(-1) as Piece;
    if (random.chance(0.1)) {
      const other = random.pick(life.records);
      const older = { ...newest(record), person: other.person, numbers: other.numbers, version: random.below(5) };
      const before = pieces[random.below(pieces.length)] as Piece;
      if (!before.records.some(({ id }) => id === record.id)) before.records.push(older);
    }
    if (random.chance(0.1)) piece.records.push(newest(random.pick(records.slice(0, records.indexOf(record) + 1))));
  }
  for (const decision of life.decisions) {
    const next = inOrder ? pieces.find(({ records }) => records.some(({ said_at }) => said_at > decision.said_at)) : null;
    (next ?? random.pick(pieces)).decisions.push(decision);
  }
  for (let time = random.below(3); time > 0; time--) {
    const other = lifeOf(seed + 7_777 * time, 6);
    const batch = `undone ${time}`;
    const at = random.below(pieces.length);
    const records = other.records.map((record) => ({ ...newest(record), batch, id: `${batch}/${record.id}` }));
    const decisions = other.decisions.map((decision) => ({ ...decision, batch, id: `${batch}/${decision.id}` }));
    pieces.splice(at, 0, { records, decisions });
    pieces.splice(at + 1 + random.below(pieces.length - at), 0, { records: [], decisions: [], undone: { batch } });
  }
  for (const piece of pieces) {
    const unique = [...new Map(piece.records.map((record) => [`${record.id} ${record.version}`, record])).values()];
    database.transaction(() =>
      publish(database, { ...piece, records: unique }, { hours: HOURS, say: () => {}, why: piece.undone ? "undo" : "merge" }),
    )();
  }
}

function shuffled<T>(all: readonly T[], below: (count: number) => number): T[] {
  const left = [...all];
  return all.map(() => left.splice(below(left.length), 1)[0] as T);
}

/** Something of a guest is another thing than what was said; where a record keeps its words in its contact (docs/book.md), nobody could say so. */
function spoil(database: Database.Database, seed: number): boolean {
  const written = `SELECT contact_seq FROM source_record WHERE contact_seq IS NOT NULL
    AND contact_seq NOT IN (SELECT contact_seq FROM source_record WHERE (said IS NULL OR said = 'same') AND contact_seq IS NOT NULL)
    AND contact_seq NOT IN (SELECT seq FROM contact WHERE is_before = 1)`;
  const seqs = database.prepare<[], number>(`SELECT DISTINCT contact_seq FROM (${written}) ORDER BY contact_seq`).pluck().all();
  const random = dice(seed);
  if (seqs.length === 0) return false;
  const seq = random.pick(seqs);
  const ways = [
    "UPDATE contact SET name = name || 'x' WHERE seq = @seq",
    "UPDATE contact SET company = company || 'x', search_text = 'x' WHERE seq = @seq",
    "UPDATE contact SET branch = 'ehden', evening = '2020-01-01' WHERE seq = @seq",
    "UPDATE contact_phone SET calling_code = calling_code || '9' WHERE contact_seq = @seq",
    "DELETE FROM contact_phone WHERE contact_seq = @seq",
    `UPDATE source_record SET contact_seq = (SELECT min(contact_seq) FROM (${written})) WHERE contact_seq = @seq`,
  ];
  return database.prepare(random.pick(ways)).run({ seq }).changes > 0;
}

function empty(database: Database.Database): void {
  for (const table of ["contact_phone", "contact", "source_record", "record_strand", "book_decision", "decision_strand", "contact_alias"])
    database.exec(`DELETE FROM ${table}`);
}

/** Guests of a book from before there were records, and each as the one record that it is. */
function knownBefore(database: Database.Database, life: Life): Life {
  const target = contactsMergeTarget(database, { branch: "jounieh", hours: HOURS, say: () => {}, why: "import" });
  mergeInto(target, life.records.slice(0, 8).map(({ person, numbers, branch }) => ({ person, numbers, branch }))); // biome-ignore format: one line
  database.exec("UPDATE contact SET is_before = 1");
  const rows = database.prepare<[], Row & { id: string; branch: BranchKey }>("SELECT * FROM contact ORDER BY seq").all();
  const records = rows.map(({ seq, id, evening, branch, is_before: _, ...row }): SourceRecord => {
    const person = pickFields(row, PERSON_FIELDS);
    const { phones, added_at } = person;
    const place = { said_at: "", batch: "", line: seq, id: `before/${id}` };
    return { ...place, evening: evening ?? added_at.slice(0, 10), branch, person, numbers: readPhones(phones) };
  });
  const pairs = records.flatMap((one, index) => records.slice(index + 1).map((other): [SourceRecord, SourceRecord] => [one, other]));
  const decisions = pairs.flatMap(([one, other]): Decision[] => {
    const isKeyless = !hasPhoneKey(one.numbers) || !hasPhoneKey(other.numbers);
    const isNamesake = isKeyless && one.evening === other.evening && foldText(one.person.name) === foldText(other.person.name);
    if (!sharesPhone(one.numbers, other.numbers) && !isNamesake) return [];
    const about = ({ id, evening }: SourceRecord) => ({ records: [id], numbers: [], names: [], evening });
    return [
      {
        said_at: "",
        batch: "",
        line: Number.MAX_SAFE_INTEGER,
        id: `${one.id} ${other.id}`,
        kind: "not-one",
        about: about(one),
        other: about(other),
      },
    ];
  });
  return { records, decisions };
}

itOnDay(1)(`${KEPT_LIVES} books that were told in pieces have the guests that a fold over everything gives`, { timeout: 3_600_000 }, () => {
  const database = newBook();
  for (let seed = SEED; seed < SEED + KEPT_LIVES; seed++) {
    const life = lifeOf(seed);
    const before = seed % 2 === 0 ? knownBefore(database, lifeOf(seed + 1_000_000)) : { records: [], decisions: [] };
    tell(database, life, seed);
    const all = { records: [...before.records, ...life.records], decisions: [...before.decisions, ...life.decisions] };
    expect(guestsOf(database), `SEED=${seed / 1_000}`).toEqual(wanted(all));
    expect(compareBook(database, HOURS).differences, `SEED=${seed / 1_000}`).toEqual([]);
    if (spoil(database, seed)) {
      const { differences } = compareBook(database, HOURS);
      database.transaction(() => rebuildGuests(database, differences, { hours: HOURS, say: () => {}, why: "rebuild" }))();
      expect(compareBook(database, HOURS).differences, `SEED=${seed / 1_000}`).toEqual([]);
      expect(guestsOf(database), `SEED=${seed / 1_000}`).toEqual(wanted(all));
      expect(database.pragma("quick_check", { simple: true })).toBe("ok");
    }
    empty(database);
  }
  database.close();
});

test("a visit that says what is known costs no words of its own, and keeps them when the guest changes", () => {
  enterHouse();
  const database = newBook();
  const visit = (day: string, more: Partial<Person> = {}): VersionedRecord => {
    const said_at = `2026-11-${day}T19:30:00.000Z`;
    const person = { ...NOTHING_SAID, name: "Rita Haddad", phones: "03 111111", added_at: said_at, ...more };
    const place = { said_at, batch: "jounieh", line: 0, id: `store/${day}` };
    const version = { incarnation: 1, version: 1 };
    return { ...place, ...version, evening: `2026-11-${day}`, branch: "jounieh", person, numbers: readPhones(person.phones) };
  };
  const come = (record: VersionedRecord) => publish(database, { records: [record] }, { hours: HOURS, say: () => {}, why: "merge" });
  const said = () => database.prepare<[], string | null>("SELECT said FROM source_record ORDER BY seq").pluck().all();
  const store = recordStore(database, HOURS);
  const visits = [visit("20"), visit("21"), visit("22", { email: "rita@x.lb" }), visit("23")];
  come(visits[0] as VersionedRecord);
  come(visits[1] as VersionedRecord);
  expect(said()).toEqual([null, "same"]);
  expect(store.find("store/21")).toMatchObject({ person: visits[1]?.person });
  come(visits[2] as VersionedRecord);
  come(visits[3] as VersionedRecord);
  expect(guestsOf(database)).toEqual(wanted({ records: visits, decisions: [] }));
  expect(visits.map(({ id }) => store.find(id))).toMatchObject(visits.map(({ person }) => ({ person })));
  database.close();
});
