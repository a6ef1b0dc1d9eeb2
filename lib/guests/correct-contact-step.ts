import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { batchOfDecisions, decisionTarget, placeNow } from "../book/decision-target";
import { publish } from "../book/publishing";
import type { FieldsByHand } from "../book/record-shapes";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { foldText } from "../fold-text";
import { columnsOf, PERSON_COLUMNS } from "../guest-columns";
import type { BranchKey } from "../known-branches";
import { alsoNames } from "../names";
import type { Person, WhoIsMeant } from "../person";
import { type PhoneNumber, readPhones, samePhone, shownNumbers } from "../phones";
import { failpoint } from "../test-hooks";
import type { deleteContact, updateContact } from "./contract";
import { correctedNumbers, correctionOf, gone, isMeant } from "./corrections";
import { GUEST_TEXTS } from "./guest-texts";

type Corrected = AnswerOf<typeof updateContact>;
type Deleted = AnswerOf<typeof deleteContact>;

export interface BookInput {
  /** The contacts store. */
  file: string;
  by: WriteBy;
  hours: DayHours;
  countryCode: string;
  /** ISO 8601 in UTC with Z. */
  now: string;
}

export interface CorrectContactInput extends BookInput {
  body: BodyOf<typeof updateContact>;
}

/**
 * Corrects a guest of the guest book: values written by hand win over everything recorded before. @throws AppError `not_found`, `conflict`
 * when several guests are meant or the guest was changed since, `invalid_request`
 */
export function correctContactStep({ file, by, hours, countryCode, now, body }: CorrectContactInput): Corrected {
  const { identifier, ...said } = body;
  return bulkWrite(file, by, (database, say): Outcome<Corrected> => {
    const guests = guestFinder(database, countryCode);
    const was = guests.meant(identifier);
    const changes = correctionOf(was, said);
    const before = guests.numbersOf(was.seq);
    const numbers = changes.phones === undefined ? null : correctedNumbers(changes.phones, before, countryCode);
    const may_be_same = numbers ? guests.othersWith(numbers, was.seq) : [];
    if (Object.keys(changes).length > 0) {
      const { about } = decisionTarget(database, hours)(was.seq);
      const values: FieldsByHand = { ...changes, ...(numbers && { numbers }) };
      const names = changes.name === undefined ? about.names : [...new Set([...about.names, changes.name])];
      const place = placeNow(database, { now, by }, batchOfDecisions());
      publish(
        database,
        { decisions: [{ ...place, kind: "fields", about: { ...about, names }, values }] },
        { hours, say, why: "correction" },
      );
      failpoint("correct-contact:written");
    }
    const contact = guests.shown(guests.byId(was.id) ?? was);
    return { answer: { ok: true, message: GUEST_TEXTS.updatedInContacts, contact, may_be_same }, happened: [] };
  });
}

export interface DeleteContactInput extends BookInput {
  id: string;
}

/** Takes a guest out of the guest book. People of other names who were known by the same numbers stay, and are told. */
export function deleteContactStep({ file, by, hours, countryCode, now, id }: DeleteContactInput): Deleted {
  return bulkWrite(file, by, (database, say): Outcome<Deleted> => {
    const was = guestFinder(database, countryCode).byId(id);
    if (!was) throw gone();
    const { about } = decisionTarget(database, hours)(was.seq);
    publish(
      database,
      { decisions: [{ ...placeNow(database, { now, by }, batchOfDecisions()), kind: "left-out", about }] },
      { hours, say, why: "deletion" },
    );
    failpoint("delete-contact:written");
    const answer: Deleted = { ok: true, message: GUEST_TEXTS.deletedFromContacts, deleted: 1, kept_names: alsoNames(was.also) };
    return { answer, happened: [] };
  });
}

export type Row = Person & { seq: number; id: string; branch: BranchKey };

/** So many letters of a name are in the index of names. */
const NAME_START = 16;
/** Of more namesakes without a number in common, nobody can be told apart anyhow. */
const MOST_NAMESAKES = 10_000;
/** So many are shown of those who may be meant. */
const SHOWN = 20;

/** Finds guests of an open guest book, and shows them as calls do. */
export function guestFinder(database: Database.Database, countryCode: string) {
  const { byId, numbersOf, byKey, candidates } = guestQueries(database, countryCode);
  const shown = ({ seq: _, ...guest }: Row) => ({ ...guest, numbers: shownNumbers(guest.phones, countryCode) });
  return {
    byId,
    numbersOf,
    shown,
    meant(meant: WhoIsMeant): Row {
      if (meant.id) {
        const one = byId(meant.id);
        if (!one) throw gone();
        const isNamed = meant.name !== "" || meant.phones !== "";
        if (!isNamed || isMeant(one, meant, countryCode)) return one;
        const changed = "Somebody else changed this guest in the meantime. Nothing was overwritten.";
        throw new AppError("conflict", changed, { fields: { current: shown(one) } });
      }
      if (meant.name === "" && meant.phones === "") {
        const message = "Say the guest's name and phones as they stand in the guest book. Nothing was changed.";
        throw new AppError("invalid_request", message, { issues: [{ path: "identifier", message }] });
      }
      const all = candidates(meant);
      const exact = all.filter(({ name, phones }) => name === meant.name && phones === meant.phones);
      const found = exact.length > 0 ? exact : all.filter((one) => isMeant(one, meant, countryCode));
      const [one, ...others] = found;
      if (!one)
        throw new AppError("not_found", "No guest of this branch has this name and these phones. Nothing was changed. Search again.");
      if (others.length === 0) return one;
      const several = `${found.length} guests have this name and these phones. Nothing was changed. Choose one of them by its id.`;
      throw new AppError("conflict", several, { fields: { matches: found.slice(0, SHOWN).map(shown) } });
    },
    /** Other guests who have one of these numbers. */
    othersWith(numbers: readonly PhoneNumber[], seq: number) {
      const rows = byKey(numbers).filter((row) => row.seq !== seq);
      const isSame = (row: Row) => numbersOf(row.seq).some((one) => numbers.some((number) => samePhone(one, number)));
      return rows.filter(isSame).slice(0, SHOWN).map(({ id, name, phones }) => ({ id, name, phones })); // biome-ignore format: one line
    },
  };
}

function guestQueries(database: Database.Database, countryCode: string) {
  const columns = columnsOf("c", `seq, id, ${PERSON_COLUMNS}, branch`);
  const ofId = database.prepare<{ id: string }, Row>(
    `SELECT ${columns} FROM contact c WHERE c.id = coalesce((SELECT contact_id FROM contact_alias WHERE id = @id), @id)`,
  );
  const numbers = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const ofKeys = database.prepare<[string], Row>(
    `SELECT ${columns} FROM contact c
     WHERE c.seq IN (SELECT contact_seq FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))) ORDER BY c.seq`,
  );
  const ofDigits = database.prepare<[string], Row>(
    `SELECT ${columns} FROM contact c WHERE c.name = '' AND EXISTS (
       SELECT 1 FROM contact_phone n WHERE n.contact_seq = c.seq AND n.digits IN (SELECT value FROM json_each(?)))`,
  );
  const ofName = database.prepare<[string, string, string, string, number], Row>(
    `SELECT ${columns} FROM contact c WHERE c.name <> '' AND substr(c.search_text, 1, 16) >= ? AND substr(c.search_text, 1, 16) < ?
       AND (c.name = ? OR c.phones = ?) LIMIT ?`,
  );
  const keysOf = (some: readonly PhoneNumber[]) => JSON.stringify(some.flatMap(({ key }) => key || []));
  return {
    byId: (id: string) => ofId.get({ id }),
    numbersOf: (seq: number) => numbers.all(seq),
    byKey: (some: readonly PhoneNumber[]) => ofKeys.all(keysOf(some)),
    /** Everybody who may be meant: by a number, or where none tells people apart, by the beginning of the name. */
    candidates({ name, phones }: WhoIsMeant): Row[] {
      const read = readPhones(phones, countryCode);
      const keys = keysOf(read);
      // An import may have read a number with another country's code: the very text is looked for too.
      if (name === "") {
        const nameless = keys === "[]" ? ofDigits.all(JSON.stringify(read.map(({ digits }) => digits))) : ofKeys.all(keys);
        return nameless.filter((one) => one.name === "");
      }
      const start = [...foldText(name)].slice(0, NAME_START).join("");
      const byNumber = ofKeys.all(keys);
      const named = ofName.all(start, `${start}\u{10ffff}`, name, phones, MOST_NAMESAKES);
      return [...byNumber, ...named.filter(({ seq }) => !byNumber.some((one) => one.seq === seq))];
    },
  };
}
