import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { SEES_ALLERGIES } from "../allergies/hidden";
import type { AnswerOf } from "../api/endpoint";
import { parseBirthday } from "../birthday-dates";
import { businessDayOf, eveningHours } from "../business-day";
import { type Caller, holds } from "../caller";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { env } from "../env";
import { AppError } from "../errors";
import { type Change, fieldsChanged, type GuestInEvent, type Outcome } from "../events";
import { foldText } from "../fold-text";
import { CHOICE_FIELDS, FIELD_NAMES, PLAIN_FIELDS, pickFields } from "../guest-fields";
import { joinedValues } from "../joined-values";
import { mergeInMemory } from "../merge-in-memory";
import type { MergeNotes } from "../merge-report";
import { type Incoming, mergeInto } from "../merge-rule";
import { alsoNames, withNames } from "../names";
import type { Person, PersonInput } from "../person";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import type { saveTable as saveTableContract, TableMetadata } from "./contract";
import { ignoredFields } from "./ignored-fields";
import { linkReservation } from "./reservation-link";
import { openSavedTable } from "./saved";
import { savedTableName } from "./saved-table-name";

interface TableToSave {
  metadata: TableMetadata;
  contacts: PersonInput[];
  table_name?: string;
  version?: number;
}

type SavedAnswer = AnswerOf<typeof saveTableContract>;

/**
 * Saves a new table, or the one that is named.
 * @throws AppError `forbidden` for whoever may not do that of the two, `not_found` for an unknown name, `conflict` with the
 *   `current` table when its version is another
 */
export async function saveTable(
  branch: Branch,
  table: TableToSave,
  by: WriteBy,
  caller: Pick<Caller, "requirePermission">,
): Promise<SavedAnswer> {
  const store = await branch.table();
  const { guests, pairs } = uniqueGuests(table.contacts); // before the transaction: reading many numbers takes a while
  failpoint("save-table:begin");
  const answer = await store.write(by, async (tx) => {
    const name = await savedNameOf(tx, table);
    caller.requirePermission(name ? "open_saved_tables" : "create_table");
    const saved = name
      ? await updateTable(tx, branch, name, table, { guests, seesAllergies: holds(caller, SEES_ALLERGIES) })
      : await createTable(tx, store.sql, table, guests);
    failpoint("save-table:written");
    return { ...saved, answer: { ...saved.answer, ...(pairs.length > 0 && { pairs }), ...ignoredFields(table) } };
  });
  failpoint("save-table:committed");
  return answer;
}

/**
 * The name of the saved table that is meant; null for a new one. A client of the specification gives a new table a name of its
 * own in the metadata: only a name beside it, or a version, says that the table is there already.
 */
async function savedNameOf(tx: Tx<"table">, { table_name, version, metadata }: TableToSave): Promise<string | null> {
  const name = table_name || metadata.table_name || null;
  if (!name || table_name || version !== undefined) return name;
  return (await tx.savedTable.findUnique({ where: { name }, select: { name: true } }))?.name ?? null;
}

async function createTable(tx: Tx<"table">, sql: Database.Database, table: TableToSave, guests: Guest[]): Promise<Outcome<SavedAnswer>> {
  const savedAt = timestamp();
  const day = businessDayOf(now(), eveningHours(env()));
  const sameDay = await tx.savedTable.findMany({ where: { business_day: day }, select: { name: true } });
  const taken = new Set(sameDay.map((row) => row.name));
  const name = savedTableName(day, table.metadata.table_number, (candidate) => taken.has(candidate));
  const id = uuid();
  await tx.savedTable.create({
    data: { id, name, ...who(table.metadata, null), business_day: day, saved_at: savedAt },
  });
  failpoint("save-table:table-row");
  const seated = seatGuests(guests, [], savedAt, true);
  await writeGuests(tx, id, seated);
  const saved = { id, name, business_day: day, table_number: table.metadata.table_number, version: 1, saved_at: savedAt };
  const linked = await linkReservation(tx, sql, table.metadata, { tableId: id, name, day });
  const { answer, happened } = tableSaved(saved, null, seated, []);
  return { answer, happened: [...happened, ...linked] };
}

async function updateTable(
  tx: Tx<"table">,
  branch: Branch,
  name: string,
  table: TableToSave,
  { guests, seesAllergies }: { guests: Guest[]; seesAllergies: boolean },
): Promise<Outcome<SavedAnswer>> {
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
  const now = who(table.metadata, there);
  await tx.savedTable.update({ where: { id: there.id }, data: { ...now, saved_at: savedAt, version, taken_for: null } });
  failpoint("save-table:table-row");
  await tx.tableGuest.deleteMany({ where: { table_id: there.id } });
  failpoint("save-table:guests-gone");
  const seated = seatGuests(guests, there.guests, savedAt, seesAllergies);
  await writeGuests(tx, there.id, seated);
  return tableSaved({ ...there, ...now, version, saved_at: savedAt }, fieldsChanged(WHO, there, now), seated, there.guests);
}

const WHO = ["table_number", "hostess", "waiter", "party_size"] as const;

/** @param there the saved table: a save without party size keeps its own */
function who(metadata: TableMetadata, there: { party_size: number | null } | null) {
  return {
    table_number: metadata.table_number,
    hostess: metadata.hostess,
    waiter: metadata.waiter,
    city: metadata.city ?? null,
    api_base: metadata.api_base ?? null,
    party_size: metadata.party_size === undefined ? (there?.party_size ?? null) : metadata.party_size,
  };
}

async function writeGuests(tx: Tx<"table">, tableId: string, guests: SeatedGuest[]): Promise<void> {
  await tx.tableGuest.createMany({ data: guests.map((guest, position) => ({ ...guest, table_id: tableId, position })) });
}

/** A guest on the way into a table, and the numbers, which take long enough to read that it is done once. */
interface Guest {
  person: Omit<Person, "added_at">;
  numbers: PhoneNumber[];
  /** The ids that the client knows the guest by. */
  ids: string[];
}

type SeatedGuest = Person & { id: string };

/**
 * Guests who were at the table already keep their id, and the time at which they were recorded: whoever comes back with
 * the id that they had, else with one of the phones, else with the name. So a corrected phone is a correction, and not one
 * guest less and another one more.
 */
function seatGuests(guests: Guest[], before: SeatedGuest[], savedAt: string, seesAllergies: boolean): SeatedGuest[] {
  const byPhone = phoneIndex<SeatedGuest>();
  for (const other of before) byPhone.add(other, readPhones(other.phones, env().DEFAULT_COUNTRY_CODE));
  const left = new Set(before);
  const same = new Map<Guest, SeatedGuest>();
  const ways: ((guest: Guest) => SeatedGuest | undefined)[] = [
    ({ ids }) => before.find((other) => ids.includes(other.id)),
    ({ numbers }) => byPhone.first(numbers),
    ({ person }) => before.find((other) => left.has(other) && foldText(other.name) === foldText(person.name)),
  ];
  for (const find of ways) {
    for (const guest of guests) {
      const found = same.has(guest) ? undefined : find(guest);
      if (found && left.delete(found)) same.set(guest, found);
    }
  }
  return guests.map((guest) => {
    const was = same.get(guest);
    if (!was) return { ...guest.person, id: uuid(), added_at: savedAt };
    const { also } = withNames(guest.person, alsoNames(was.also));
    // Whoever does not see them cannot have meant to take them away.
    const allergies = seesAllergies ? guest.person.allergies : joinedValues(was.allergies, guest.person.allergies);
    return { ...guest.person, also, allergies, id: was.id, added_at: was.added_at };
  });
}

interface SavedNow {
  id: string;
  name: string;
  business_day: string;
  table_number: string;
  version: number;
  saved_at: string;
}

function tableSaved(table: SavedNow, changed: Change | null, seated: SeatedGuest[], before: SeatedGuest[]): Outcome<SavedAnswer> {
  const earlier = new Map(before.map((guest) => [guest.id, guest]));
  const still = new Set(seated.map((guest) => guest.id));
  const added = seated.filter((guest) => !earlier.has(guest.id));
  const removed = before.filter((guest) => !still.has(guest.id));
  const corrected = seated.flatMap((guest) => {
    const old = earlier.get(guest.id);
    const change = old && fieldsChanged(FIELD_NAMES, old, guest);
    return change ? [{ id: guest.id, ...change }] : [];
  });
  const { table_number, business_day, version } = table;
  const payload = {
    table_name: table.name,
    table_number,
    business_day,
    version,
    guests: seated.length,
    changed,
    added: added.map(inEvent),
    removed: removed.map(inEvent),
    corrected,
  };
  return {
    answer: { ok: true, message: `Table ${table_number} saved.`, table_name: table.name, saved_at: table.saved_at, version },
    happened: [{ kind: "table.saved", subjects: [table.id, ...[...added, ...removed, ...corrected].map(({ id }) => id)], payload }],
  };
}

const inEvent = ({ id, name, phones }: SeatedGuest): GuestInEvent => ({ id, name, phones });

/**
 * Guests as they are stored: each phone once, in silence (docs/design/spec-guests.md 5). A double fills gaps, its
 * other numbers are kept, and its name too where that is somebody else's. A number that is another guest's stays theirs, and
 * the two are told: of the double nothing is left by which a later merge could.
 */
function uniqueGuests(contacts: PersonInput[]): { guests: Guest[]; pairs: MergeNotes["pairs"] } {
  const { target, people } = mergeInMemory(false);
  const ids = new Map<Person, string[]>();
  const typed = contacts.map((contact): { incoming: Incoming; id: unknown } => {
    const person = { ...personFrom(contact), added_at: "" };
    return { incoming: { person, numbers: readPhones(person.phones, env().DEFAULT_COUNTRY_CODE) }, id: contact.id };
  });
  // A blank row of the edit view is nobody.
  const incoming = typed.filter(({ incoming: { person } }) => person.name || person.phones);
  for (const { incoming: one, id } of incoming) ids.set(one.person, typeof id === "string" ? [id] : []);
  const { pairs } = mergeInto(
    target,
    incoming.map((one) => one.incoming),
  );
  if (incoming.length === 0)
    throw new AppError("invalid_request", "Add at least one contact.", {
      issues: [{ path: "contacts", message: "Add at least one contact." }],
    });
  const guests = people().map(({ person, numbers, seq: _, added_at: __, ...merged }) => ({
    person: merged,
    numbers,
    ids: ids.get(person) ?? [],
  }));
  return { guests, pairs };
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
    ...pickFields(input, [...PLAIN_FIELDS, ...CHOICE_FIELDS]),
    birthday: born?.birthday ?? "",
    birth_year: born?.birth_year ?? input.birth_year ?? null,
    also: "",
  };
}
