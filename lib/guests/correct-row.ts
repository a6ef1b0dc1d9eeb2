import { SEES_ALLERGIES } from "../allergies/hidden";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { env } from "../env";
import { AppError } from "../errors";
import { fieldsChanged, type Happening, type Outcome } from "../events";
import { FIELD_NAMES } from "../guest-fields";
import { alsoNames } from "../names";
import type { Person } from "../person";
import { type PhoneNumber, readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import type { deleteContact, updateTableContact } from "./contract";
import { correctedNumbers, correctionOf, gone, isMeant, isSamePerson, whoStays } from "./corrections";
import { GUEST_TEXTS } from "./guest-texts";
import type { StoredRow } from "./row-writer";

type Updated = AnswerOf<typeof updateTableContact>;
type Deleted = AnswerOf<typeof deleteContact>;

/**
 * Corrects a guest of an evening: every row of that day that is the same person, and the guest at the tables that are still
 * open, so that neither the search nor a later merge says the old thing again. A changed row gets a new place, by which
 * central knows that it is news.
 * @throws AppError `not_found`, `conflict` when the row was changed since it was shown, `invalid_request`
 */
export async function correctRow(
  branch: Branch,
  body: BodyOf<typeof updateTableContact>,
  by: WriteBy,
  caller: Pick<Caller, "requirePermission">,
): Promise<Updated> {
  if (body.allergies !== undefined) caller.requirePermission(SEES_ALLERGIES);
  const { id, identifier, ...said } = body;
  const store = await branch.table();
  return store.write(by, async (tx): Promise<Outcome<Updated>> => {
    const evening = await eveningOf(tx, id);
    if (!evening) throw gone();
    const { meant } = evening;
    if (identifier && !isMeant(meant.row, identifier, env().DEFAULT_COUNTRY_CODE)) {
      const { name, phones } = meant.row;
      const changed = "Somebody else changed this guest in the meantime. Nothing was overwritten.";
      throw new AppError("conflict", changed, { fields: { current: { id, name, phones } } });
    }
    const wanted = correctionOf(meant.row, said);
    const fields = Object.keys(wanted) as (keyof Person)[];
    const happened: Happening[] = [];
    let updated = 0;
    for (const guest of fields.length > 0 ? evening.rows : []) {
      const changes = onlyNew(guest.row, guest.row.id === id ? wanted : whatOthersTake(guest.row, meant.row, wanted));
      if (!changes) continue;
      await moveRow(tx, guest, changes);
      const payload = { why: "correction" as const, business_day: evening.day, old: oldOf(guest.row, changes), new: changes };
      happened.push({ kind: "guest_row.changed", subjects: [guest.row.id], payload });
      updated++;
    }
    const changeOf = (row: Seated) => onlyNew(row, row.id === id ? wanted : whatOthersTake(row, meant.row, wanted));
    updated += await changeTables(tx, evening.seated, changeOf, happened);
    failpoint("correct-row:written");
    return { answer: { ok: true, message: GUEST_TEXTS.updatedInTable, updated }, happened };
  });
}

/**
 * Takes a guest out of an evening: out of every row of that day that is the same person, and out of the tables that are
 * still open, because guest rows follow their table and would come back. People of other names in such a row stay.
 * @returns null when no row has the id
 */
export async function deleteFromTables(branch: Branch, id: string, by: WriteBy): Promise<Deleted | null> {
  const store = await branch.table();
  if (!(await eveningOf(store.read, id))) return null;
  return store.write(by, async (tx): Promise<Outcome<Deleted>> => {
    const evening = await eveningOf(tx, id);
    if (!evening) throw gone();
    const happened: Happening[] = [];
    const kept = new Set<string>();
    for (const guest of evening.rows) {
      for (const name of alsoNames(guest.row.also)) kept.add(name);
      const stays = whoStays(guest.row);
      const { seq: _, ...row } = guest.row;
      if (stays) {
        await moveRow(tx, guest, stays);
        const payload = { why: "correction" as const, business_day: evening.day, old: oldOf(guest.row, stays), new: stays };
        happened.push({ kind: "guest_row.changed", subjects: [row.id], payload });
      } else {
        await tx.guestRow.delete({ where: { seq: guest.row.seq } });
        const payload = { business_day: evening.day, gone: { ...row, numbers: guest.numbers } };
        happened.push({ kind: "guest_row.deleted", subjects: [row.id], payload });
      }
    }
    for (const { row } of evening.seated) for (const name of alsoNames(row.also)) kept.add(name);
    const atTables = await changeTables(tx, evening.seated, (row) => whoStays(row) ?? "gone", happened);
    // An undo of the last dedupe must not bring them back.
    await tx.dedupedRow.deleteMany({ where: { kept_id: { in: evening.rows.map(({ row }) => row.id) } } });
    failpoint("delete-row:written");
    const deleted = Math.max(evening.rows.length, atTables);
    return { answer: { ok: true, message: GUEST_TEXTS.deletedFromTable, deleted, kept_names: [...kept] }, happened };
  });
}

interface Row<R extends Person & { id: string }> {
  row: R;
  name: string;
  numbers: PhoneNumber[];
}

type Seated = Person & { id: string; table_id: string };

/** One person's rows of a day, and where that person sits at tables that are still open. */
interface Evening {
  day: string;
  meant: Row<Person & { id: string }>;
  rows: Row<StoredRow>[];
  seated: Row<Seated>[];
}

type Reading = Pick<Tx<"table">, "guestRow" | "tableGuest">;

async function eveningOf(tx: Reading, id: string): Promise<Evening | null> {
  const row = await tx.guestRow.findUnique({ where: { id }, select: { business_day: true } });
  const seat = await tx.tableGuest.findUnique({ where: { id }, include: { table: true } });
  const day = row?.business_day ?? (seat && !seat.table.closed_by ? seat.table.business_day : null);
  if (day === null) return null;
  // Sorted here: what Prisma sorts it cannot take apart, and an evening may have more guests than SQLite takes parameters (P2029).
  const stored = await tx.guestRow.findMany({ where: { business_day: day }, include: { numbers: true } });
  const rows = stored.map(({ numbers, ...guest }): Row<StoredRow> => {
    const inOrder = numbers.toSorted((a, b) => a.position - b.position);
    return { row: guest, name: guest.name, numbers: inOrder.map((number) => ({ typed: "", ...number })) };
  });
  const open = await tx.tableGuest.findMany({ where: { table: { business_day: day, closed_by: null } } });
  const seated = open.map((guest): Row<Seated> => {
    return { row: guest, name: guest.name, numbers: readPhones(guest.phones, env().DEFAULT_COUNTRY_CODE) };
  });
  const meant = rows.find((one) => one.row.id === id) ?? seated.find((one) => one.row.id === id);
  if (!meant) return null;
  const isMeantToo = (one: Row<Person & { id: string }>) => one.row.id === id || isSamePerson(meant, one);
  return { day, meant, rows: rows.filter(isMeantToo), seated: seated.filter(isMeantToo) };
}

/** What another row of the same person takes over: the new name, the numbers that changed, and fields that said the same. */
function whatOthersTake(other: Person, was: Person, wanted: Partial<Person>): Partial<Person> {
  const changes: Partial<Person> = {};
  for (const field of Object.keys(wanted) as (keyof Person)[]) {
    if (field === "also") continue;
    if (field === "phones") changes.phones = phonesAfter(other.phones, was.phones, wanted.phones ?? "");
    else if (field === "name" || other[field] === was[field]) Object.assign(changes, { [field]: wanted[field] });
  }
  return changes;
}

/** Another row may say further numbers of the guest, which stay. */
function phonesAfter(other: string, was: string, now: string): string {
  if (other === was) return now;
  const read = (phones: string) => readPhones(phones, env().DEFAULT_COUNTRY_CODE);
  const isIn = (numbers: PhoneNumber[], one: PhoneNumber) => numbers.some(({ digits }) => digits === one.digits);
  const [before, after] = [read(was), read(now)];
  const left = read(other).filter((number) => !isIn(before, number) || isIn(after, number));
  return [...left, ...after.filter((number) => !isIn(left, number))].map(({ typed }) => typed).join(", ");
}

function onlyNew(row: Person, wanted: Partial<Person>): Partial<Person> | null {
  const fields = (Object.keys(wanted) as (keyof Person)[]).filter((field) => wanted[field] !== row[field]);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, wanted[field]])) : null;
}

function oldOf(row: Person, changes: Partial<Person>): Partial<Person> {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, row[field as keyof Person]]));
}

/** Writes a changed row at a new place, with its numbers. */
async function moveRow(tx: Tx<"table">, guest: Row<StoredRow>, changes: Partial<Person>): Promise<void> {
  const { seq, ...row } = guest.row;
  const numbers =
    changes.phones === undefined ? guest.numbers : correctedNumbers(changes.phones, guest.numbers, env().DEFAULT_COUNTRY_CODE);
  await tx.guestRow.delete({ where: { seq } });
  const data = numbers.map(({ digits, key, calling_code }, position) => ({ position, digits, key, calling_code }));
  await tx.guestRow.create({ data: { ...row, ...changes, numbers: { create: data } } });
}

/**
 * Changes guests at tables that are still open, as a save of each table: whoever has it open hears that it was saved.
 * @returns how many guests were changed
 */
async function changeTables(
  tx: Tx<"table">,
  seated: readonly Row<Seated>[],
  changeOf: (row: Seated) => Partial<Person> | "gone" | null,
  happened: Happening[],
): Promise<number> {
  let changed = 0;
  for (const table_id of new Set(seated.map(({ row }) => row.table_id))) {
    const mine = seated.filter(({ row }) => row.table_id === table_id).map(({ row }) => ({ row, change: changeOf(row) }));
    if (mine.every(({ change }) => change === null)) continue;
    const data = { version: { increment: 1 }, saved_at: timestamp(), taken_for: null };
    const table = await tx.savedTable.update({ where: { id: table_id }, data });
    const removed = mine.filter(({ change }) => change === "gone").map(({ row: { id, name, phones } }) => ({ id, name, phones }));
    const corrected = [];
    for (const { row, change } of mine) {
      if (change === null) continue;
      changed++;
      if (change === "gone") await tx.tableGuest.delete({ where: { id: row.id } });
      else {
        await tx.tableGuest.update({ where: { id: row.id }, data: change });
        const difference = fieldsChanged(FIELD_NAMES, row, { ...row, ...change });
        if (difference) corrected.push({ id: row.id, ...difference });
      }
    }
    const { name: table_name, table_number, business_day, version } = table;
    const guests = await tx.tableGuest.count({ where: { table_id } });
    const payload = { table_name, table_number, business_day, version, guests, changed: null, added: [], removed, corrected };
    happened.push({ kind: "table.saved", subjects: [table_id, ...[...removed, ...corrected].map(({ id }) => id)], payload });
  }
  return changed;
}
