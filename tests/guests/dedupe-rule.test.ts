import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openWriting } from "@/lib/db/pragmas";
import { dedupeTable, undoDedupe } from "@/lib/guests/contract";
import { mergeInMemory } from "@/lib/merge-in-memory";
import { mergeInto } from "@/lib/merge-rule";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { guestRowPutter } from "../support/guest-rows";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";

const SEED = Number(process.env.SEED ?? 1);
const DAYS = ["2026-11-18", "2026-11-19", "2026-11-20"];
const PHONES = [
  "03 111111",
  "+961 3 111 111",
  "70 222222",
  "03 111111, 70 222222",
  "+33 6 71 12 34 56",
  "71 123 456",
  "0",
  "",
  "fax 01 333333",
];

type Row = Person & { seq: number; id: string; business_day: string };

/** What people can tell of rows: who is there, with which numbers and fields. */
function said(people: readonly (Omit<Person, "added_at"> & { numbers: string[] })[]): string[] {
  return people
    .map(({ name, email, company, birthday, birth_year, also, numbers }) =>
      JSON.stringify([name, email, company, birthday, birth_year, also.split("\n").sort(), [...numbers].sort()]),
    )
    .sort();
}

const storedRows = () => rows<Row>(storeFile("jounieh", "table"), "SELECT * FROM guest_row ORDER BY seq DESC");

function storedPeople(day: string) {
  const numbers = rows<{ guest_seq: number; digits: string }>(
    storeFile("jounieh", "table"),
    "SELECT guest_seq, digits FROM guest_row_phone",
  );
  return storedRows()
    .filter((row) => row.business_day === day)
    .map((row) => ({ ...row, numbers: numbers.filter(({ guest_seq }) => guest_seq === row.seq).map(({ digits }) => digits) }));
}

it.each(Array.from({ length: 12 }, (_, run) => run))("random rows are deduped by the rule of all merges, and undone (%i)", async (run) => {
  enterHouse();
  clockAt(EVENING);
  const random = dice(SEED * 7919 + run);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const database = openWriting(storeFile("jounieh", "table"), 5_000);
  const putRow = guestRowPutter(database);
  database.transaction(() => {
    for (let index = 0; index < 60 + random.below(60); index++) {
      const [day, phones, birthday] = [
        pick(DAYS),
        run % 2 === 0 ? pick(PHONES) : pick(PHONES.slice(0, 3)),
        pick(["", "", "--05-14", "--06-15"]),
      ];
      const year = birthday && random.below(3) === 0 ? 1990 : null;
      const name = pick(["Maya", "Maya", "Maya Khoury", "Ali", ""]);
      const [email, company, also] = [pick(["", "m@x.lb"]), pick(["", "", "MEA", "Air"]), pick(["", "", "", "Zed"])];
      putRow({ business_day: day, name, phones, email, company, birthday, birth_year: year, also, booked_by: day });
    }
  })();
  database.close();
  const whole = storedRows()
    .map(({ seq: _, ...row }) => JSON.stringify(row))
    .sort();
  const wanted = new Map(
    DAYS.map((day) => {
      const { target, people } = mergeInMemory(false);
      const ofDay = storedRows().filter((row) => row.business_day === day);
      // Contacts without digits are never treated as duplicates (docs/design/spec-guests.md 5).
      const others = ofDay.filter((row) => !readPhones(row.phones).some(({ key }) => key));
      const somebody = ofDay.filter((row) => !others.includes(row));
      mergeInto(target, somebody.map((person) => ({ person, numbers: readPhones(person.phones) }))); // biome-ignore format: one line
      const digits = (numbers: readonly { digits: string }[]) => numbers.map((number) => number.digits);
      const merged = people().map((one) => ({ ...one, numbers: digits(one.numbers) }));
      return [day, said([...merged, ...others.map((row) => ({ ...row, numbers: digits(readPhones(row.phones)) }))])];
    }),
  );
  const { answer } = await call("staff", dedupeTable);
  for (const day of DAYS) expect(said(storedPeople(day)), `SEED=${SEED} ${day}`).toEqual(wanted.get(day));
  expect(answer.kept_rows + answer.deleted_rows).toBe(whole.length);
  expect((await call("staff", undoDedupe, { body: { undo_id: answer.undo_id ?? "" } })).answer.left_rows).toBe(0);
  const back = storedRows()
    .map(({ seq: _, ...row }) => JSON.stringify(row))
    .sort();
  expect(back).toEqual(whole);
});
