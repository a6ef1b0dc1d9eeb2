import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../api/endpoint";
import { parseBirthday } from "../birthdays";
import { now, timestamp } from "../clock";
import type { Person, PersonInput } from "../contacts/contract";
import type { Branch } from "../db/branch";
import { keepReceipt, type ReceiptKey } from "../db/receipts";
import type { Tx } from "../db/store";
import { env } from "../env";
import { AppError } from "../errors";
import { gapsFilledBy } from "../merging/rules";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import type { saveTable as saveTableContract, TableMetadata } from "./contract";
import { openSavedTable } from "./reads";
import { businessDayOf, eveningHours, savedTableName } from "./rules";

interface TableToSave {
  metadata: TableMetadata;
  contacts: PersonInput[];
  table_name?: string;
  version?: number;
}

type SavedAnswer = AnswerOf<typeof saveTableContract>;

/**
 * Saves a new table, or the one that `table_name` names.
 * @param receipt kept in the same transaction, so that a repeated call gives the first answer
 * @throws AppError `not_found` for an unknown name, `conflict` with the `current` table when its version is another
 */
export async function saveTable(branch: Branch, table: TableToSave, receipt: ReceiptKey | null): Promise<SavedAnswer> {
  const store = await branch.table();
  const name = table.table_name || table.metadata.table_name || null;
  const guests = uniqueGuests(table.contacts); // before the transaction: reading many numbers takes a while
  failpoint("save-table:begin");
  const answer = await store.write(async (tx) => {
    const saved = name ? await updateTable(tx, branch, name, table, guests) : await createTable(tx, table, guests);
    failpoint("save-table:written");
    if (receipt) await keepReceipt(tx, { ...receipt, status: 200, answer: saved });
    return saved;
  });
  failpoint("save-table:committed");
  return answer;
}

async function createTable(tx: Tx<"table">, table: TableToSave, guests: Guest[]): Promise<SavedAnswer> {
  const savedAt = timestamp();
  const day = businessDayOf(now(), eveningHours(env()));
  const sameDay = await tx.savedTable.findMany({ where: { business_day: day }, select: { name: true } });
  const taken = new Set(sameDay.map((row) => row.name));
  const name = savedTableName(day, table.metadata.table_number, (candidate) => taken.has(candidate));
  const id = uuid();
  await tx.savedTable.create({
    data: { id, name, ...who(table.metadata), business_day: day, saved_at: savedAt },
  });
  failpoint("save-table:table-row");
  await writeGuests(
    tx,
    id,
    guests.map(({ person }) => ({ ...person, added_at: savedAt })),
  );
  return { ok: true, message: `Table ${table.metadata.table_number} saved.`, table_name: name, saved_at: savedAt, version: 1 };
}

async function updateTable(tx: Tx<"table">, branch: Branch, name: string, table: TableToSave, guests: Guest[]): Promise<SavedAnswer> {
  const there = await tx.savedTable.findUnique({ where: { name }, include: { guests: true } });
  if (!there) throw new AppError("not_found", `There is no saved table named ${name}.`);
  if (table.version !== undefined && table.version !== there.version) {
    throw new AppError(
      "conflict",
      "Somebody else saved this table in the meantime. Nothing was overwritten, and your changes are still here.",
      {
        fields: { current: await openSavedTable(tx, branch, name) },
      },
    );
  }
  if (there.closed_by) {
    throw new AppError("conflict", "This table was closed by End of Day and can no longer be changed.", {
      fields: { current: await openSavedTable(tx, branch, name) },
    });
  }
  const savedAt = timestamp();
  const version = there.version + 1;
  await tx.savedTable.update({ where: { id: there.id }, data: { ...who(table.metadata), saved_at: savedAt, version, taken_for: null } });
  failpoint("save-table:table-row");
  await tx.tableGuest.deleteMany({ where: { table_id: there.id } });
  failpoint("save-table:guests-gone");
  await writeGuests(tx, there.id, keepAddedAt(guests, there.guests, savedAt));
  return { ok: true, message: `Table ${table.metadata.table_number} saved.`, table_name: name, saved_at: savedAt, version };
}

function who(metadata: TableMetadata) {
  return {
    table_number: metadata.table_number,
    hostess: metadata.hostess,
    waiter: metadata.waiter,
    city: metadata.city ?? null,
    api_base: metadata.api_base ?? null,
  };
}

async function writeGuests(tx: Tx<"table">, tableId: string, guests: Person[]): Promise<void> {
  await tx.tableGuest.createMany({ data: guests.map((guest, position) => ({ ...guest, id: uuid(), table_id: tableId, position })) });
}

/** A guest on the way into a table, and the numbers, which take long enough to read that it is done once. */
interface Guest {
  person: Omit<Person, "added_at">;
  numbers: PhoneNumber[];
}

/** Guests who were at the table already keep the time at which they were recorded. */
function keepAddedAt(guests: Guest[], before: Person[], savedAt: string): Person[] {
  const byPhone = phoneIndex<Person>();
  const byName = new Map<string, Person>();
  for (const other of before) {
    byPhone.add(other, readPhones(other.phones, env().DEFAULT_COUNTRY_CODE));
    if (!byName.has(other.name)) byName.set(other.name, other);
  }
  return guests.map(({ person, numbers }) => {
    const same = numbers.length > 0 ? byPhone.first(numbers) : byName.get(person.name);
    return { ...person, added_at: same?.added_at ?? savedAt };
  });
}

/** Guests as they are stored: each phone once, in silence (second specification, section 5); a double fills gaps. */
function uniqueGuests(contacts: PersonInput[]): Guest[] {
  const guests: Guest[] = [];
  const byPhone = phoneIndex<Guest>();
  for (const contact of contacts) {
    const person = personFrom(contact);
    if (!person.name && !person.phones) continue; // a blank row of the edit view
    const guest = { person, numbers: readPhones(person.phones, env().DEFAULT_COUNTRY_CODE) };
    const same = byPhone.first(guest.numbers);
    if (same) Object.assign(same.person, gapsFilledBy(same.person, person) ?? {});
    else {
      guests.push(guest);
      byPhone.add(guest, guest.numbers);
    }
  }
  if (guests.length === 0)
    throw new AppError("invalid_request", "Add at least one contact.", {
      issues: [{ path: "contacts", message: "Add at least one contact." }],
    });
  return guests;
}

/** Finds people by phone without comparing everybody with everybody. `first` is the one who was added first. */
function phoneIndex<Known>() {
  const byKey = new Map<string, { known: Known; place: number; number: PhoneMatch }[]>();
  let places = 0;
  return {
    add(known: Known, numbers: PhoneNumber[]): void {
      const place = places++;
      for (const number of numbers) {
        const there = byKey.get(number.key);
        if (there) there.push({ known, place, number });
        else byKey.set(number.key, [{ known, place, number }]);
      }
    },
    first(numbers: PhoneNumber[]): Known | undefined {
      const found = numbers.flatMap((number) => byKey.get(number.key)?.find((entry) => samePhone(entry.number, number)) ?? []);
      return found.reduce<(typeof found)[number] | undefined>((one, other) => (one && one.place < other.place ? one : other), undefined)
        ?.known;
    },
  };
}

function personFrom(input: PersonInput): Omit<Person, "added_at"> {
  const born = parseBirthday(input.birthday);
  return {
    name: input.name,
    phones: input.phones,
    email: input.email,
    company: input.company,
    title: input.title,
    birthday: born?.birthday ?? "",
    birth_year: born?.birth_year ?? input.birth_year ?? null,
    address: input.address,
  };
}
