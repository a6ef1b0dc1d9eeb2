import { mkdirSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { publish, publishAll } from "@/lib/book/publishing";
import type { Decision } from "@/lib/book/record-shapes";
import type { VersionedRecord } from "@/lib/book/records";
import { createStoreFile } from "@/lib/db/check-before-open";
import { openWriting } from "@/lib/db/pragmas";
import { NOTHING_SAID } from "@/lib/guest-fields";
import { readPhones } from "@/lib/phones";
import { enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";
import { threadTime } from "../support/pace";

const PUBLISHING = { hours: { timeZone: "UTC", dayEndsAt: "05:00" }, say: () => {}, why: "import" as const };
const FEW = 500;
const TIMES = 4;
/** Four times as many rows may take twice four times as long; looking at all that were there for each would take sixteen times. */
const MOST = TIMES * 2;
/** So many milliseconds are the machine's own. */
const GRAIN = 40;

function newBook(): Database.Database {
  const folder = path.join(enterHouse(), "book");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "contacts.db");
  createStoreFile(file, "contacts", "jounieh");
  const database = openWriting(file);
  database.pragma("synchronous = OFF");
  return database;
}

type Said = Pick<VersionedRecord, "said_at" | "batch" | "line"> & { name: string; phones: string };

function record({ said_at, batch, line, name, phones }: Said): VersionedRecord {
  const person = { ...NOTHING_SAID, name, phones, added_at: said_at };
  const version = { incarnation: 1, version: 1 };
  return {
    ...{ said_at, batch, line, id: `${batch}/${line}`, ...version },
    ...{ evening: said_at.slice(0, 10), branch: "jounieh", person, numbers: readPhones(phones) },
  };
}

const about = (name: string, phones: string) => ({ records: [], numbers: readPhones(phones), names: [name], evening: "2026-01-20" });
const WORD = { said_at: "2026-01-19T10:00:00.000Z", batch: "word 1", line: 0, id: "word 1/0" };
const corrected = (name: string, phones: string): Decision => ({
  ...{ ...WORD, kind: "fields", about: about(name, phones), values: { company: "Sea Sweet" } },
});
const NUMBER = "70123900";
const SHAPES: [what: string, name: (row: number) => string, phones: (row: number) => string, decision?: Decision][] = [
  ["one guest", () => "Rita Haddad", () => NUMBER],
  ["one guest, where another was corrected", () => "Rita Haddad", () => NUMBER, corrected("Elie Khoury", "70999111")],
  ["one guest who was corrected", () => "Rita Haddad", () => NUMBER, corrected("Rita Haddad", NUMBER)],
  ["one guest without a number", () => "Rita Haddad", () => ""],
  ["one guest without a number who was corrected", () => "Rita Haddad", () => "", corrected("Rita Haddad", "")],
  ["a number that everybody gives", (row) => `Guest${row} Name${row * 7}`, () => NUMBER],
  ["a name in two spellings", (row) => (row % 2 ? "Rita Haddad" : "RITA HADDAD"), () => NUMBER],
  [
    "two who were parted",
    (row) => (row % 2 ? "Rita Haddad" : "Elie Khoury"),
    () => NUMBER,
    { ...WORD, kind: "not-one", about: about("Rita Haddad", NUMBER), other: about("Elie Khoury", NUMBER) },
  ],
  [
    "rows that name the numbers of two",
    (row) => (row === 0 ? "Rita Haddad" : "Elie Khoury"),
    (row) => ["70123900", "70123901"][row] ?? "70123900, 70123901",
  ],
];

test.each(SHAPES)("four times as many rows of %s take an import four times as long", { timeout: 600_000 }, (_, name, phones, decision) => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, line) =>
      record({ said_at: "2026-01-20T10:00:00.000Z", batch: "import", line, name: name(line), phones: phones(line) }),
    );
  const time = (count: number) => {
    const database = newBook();
    const before = [0, 1].map((line) =>
      record({ said_at: "2026-01-18T10:00:00.000Z", batch: "first", line, name: name(line), phones: phones(line) }),
    );
    if (decision) publishAll(database, [{ records: before }, { decisions: [decision] }], PUBLISHING);
    const all = rows(count);
    const begun = threadTime();
    database.transaction(() => publish(database, { records: all }, PUBLISHING))();
    const took = threadTime() - begun;
    database.close();
    return took;
  };
  time(FEW); // what is made once
  expect(time(FEW * TIMES)).toBeLessThan(time(FEW) * MOST + GRAIN);
});

itOnDay(2)(
  "the visits of a regular take no longer once there are very many, also where another guest was corrected",
  {
    timeout: 600_000,
  },
  () => {
    const database = newBook();
    publish(database, { decisions: [corrected("Elie Khoury", "70999111")] }, PUBLISHING);
    let visits = 0;
    const come = (times: number) => {
      const begun = threadTime();
      for (const end = visits + times; visits < end; visits++) {
        const said_at = new Date(Date.parse("2026-01-20T10:00:00.000Z") + visits * 86_400_000).toISOString();
        publish(
          database,
          { records: [record({ said_at, batch: `end of day ${visits}`, line: 0, name: "Rita Haddad", phones: NUMBER })] },
          PUBLISHING,
        );
      }
      return threadTime() - begun;
    };
    come(100);
    const few = come(200);
    const many = Array.from({ length: 1_800 }, (_, line) =>
      record({ said_at: "2026-06-01T10:00:00.000Z", batch: "import", line, name: "Rita Haddad", phones: NUMBER }),
    );
    visits += 200;
    publish(database, { records: many }, PUBLISHING);
    expect(come(200)).toBeLessThan(few * 4 + GRAIN);
    database.close();
  },
);
