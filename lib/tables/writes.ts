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
import { readPhones, sharesPhone } from "../phones";
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
  failpoint("save-table:begin");
  const answer = await store.write(async (tx) => {
    const saved = name ? await updateTable(tx, branch, name, table) : await createTable(tx, table);
    failpoint("save-table:written");
    if (receipt) await keepReceipt(tx, { ...receipt, status: 200, answer: saved });
    return saved;
  });
  failpoint("save-table:committed");
  return answer;
}

async function createTable(tx: Tx<"table">, table: TableToSave): Promise<SavedAnswer> {
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
  await writeGuests(tx, id, uniqueGuests(table.contacts, savedAt));
  return { ok: true, message: `Table ${table.metadata.table_number} saved.`, table_name: name, saved_at: savedAt, version: 1 };
}

async function updateTable(tx: Tx<"table">, branch: Branch, name: string, table: TableToSave): Promise<SavedAnswer> {
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
  const guests = uniqueGuests(table.contacts, savedAt).map((guest) => keepAddedAt(guest, there.guests));
  await writeGuests(tx, there.id, guests);
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

/** A guest who was at the table already keeps the time at which he was recorded. */
function keepAddedAt(guest: Person, before: Person[]): Person {
  const numbers = readPhones(guest.phones, env().DEFAULT_COUNTRY_CODE);
  const same = before.find((other) =>
    numbers.length > 0 ? sharesPhone(numbers, readPhones(other.phones, env().DEFAULT_COUNTRY_CODE)) : other.name === guest.name,
  );
  return same ? { ...guest, added_at: same.added_at } : guest;
}

/** Guests as they are stored: each phone once, in silence (second specification, section 5); a double fills gaps. */
function uniqueGuests(contacts: PersonInput[], addedAt: string): Person[] {
  const guests: Person[] = [];
  for (const contact of contacts) {
    const guest = personFrom(contact, addedAt);
    if (!guest.name && !guest.phones) continue; // a blank row of the edit view
    const numbers = readPhones(guest.phones, env().DEFAULT_COUNTRY_CODE);
    const same = guests.find((other) => sharesPhone(numbers, readPhones(other.phones, env().DEFAULT_COUNTRY_CODE)));
    if (same) Object.assign(same, gapsFilledBy(same, guest) ?? {});
    else guests.push(guest);
  }
  if (guests.length === 0)
    throw new AppError("invalid_request", "Add at least one contact.", {
      issues: [{ path: "contacts", message: "Add at least one contact." }],
    });
  return guests;
}

function personFrom(input: PersonInput, addedAt: string): Person {
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
    added_at: addedAt,
  };
}
