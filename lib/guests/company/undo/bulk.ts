import type Database from "better-sqlite3";
import type { WriteBy } from "../../../db/actor";
import { bulkWrite } from "../../../db/bulk-write";
import { AppError } from "../../../errors";
import { namesAgree } from "../../../names";
import { type PhoneMatch, sharesPhone } from "../../../phones";
import { failpoint } from "../../../test-hooks";
import { UNDO_IS_OVER, undoneText } from "../../dedupe/rules";
import { type CompanyChange, changeContacts, changeRows, changeSeated, companiesSet } from "../bulk";

export interface UndoCompanyInput {
  file: string;
  by: WriteBy;
  undoId: string;
  /** What was done in the table store, for the guest book; null for the table store itself. */
  before: UndoneHere | null;
}

/** What undoing did in one store; `isOver` where there was nothing, or it was undone already. */
export interface UndoneHere {
  restored: number;
  left: number;
  isOver: boolean;
  /** Of the table store: rows that have their old company again, and that an End of Day has booked. */
  booked: BookedRow[];
}

/** A guest row as the guest book may have taken it over with the company that is undone. */
interface BookedRow {
  name: string;
  added_at: string;
  numbers: PhoneMatch[];
  change: CompanyChange;
  /** When the company was set, ISO 8601 in UTC with Z. */
  since: string;
}

export interface UndoneCompany {
  message: string;
  restored: number;
  left: number;
}

const ANOTHER_CAME = "Everybody has another company since. Undo what came after it first. Nothing was changed.";

const UNDONE =
  "SELECT e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'company.undone'";

/**
 * Gives back the companies that Set Company wrote over, in one store; whoever has another one since keeps it.
 * @throws AppError `conflict` where both stores have nothing of that id, it was undone in both already, or nobody has that
 *   company any more: then it can still be undone later
 */
export function undoCompany({ file, by, undoId, before }: UndoCompanyInput): UndoneHere | UndoneCompany {
  const undone = bulkWrite<UndoneHere | UndoneCompany>(file, by, (database, say) => {
    const earlier = database.prepare<[string], string>(UNDONE).pluck().get(undoId);
    const all = companiesSet(database, undoId);
    const set = earlier === undefined ? all : [];
    const back = [...set, ...(before ? bookedWith(database, before.booked) : [])].map(
      ({ id, old, now }): CompanyChange => ({ id, old: now, now: old }),
    );
    const here: UndoneHere = { restored: 0, left: 0, isOver: set.length === 0, booked: [] };
    if (back.length === 0 && before?.isOver) throw new AppError("conflict", UNDO_IS_OVER);
    const id = `${undoId} undone`; // its events must not be taken for what is to be undone
    here.restored = before
      ? changeContacts(database, back, id, say)
      : changeRows(database, back, id, say) + changeSeated(database, back, id, say);
    here.left = back.length - here.restored;
    // Where another company came over all of them, this way back stays open for when that one is undone.
    if (here.restored > 0) say({ kind: "company.undone", subjects: [undoId], payload: { restored: here.restored, left: here.left } });
    if (!before) {
      giveBackToDeduped(database, set);
      here.booked = bookedRows(database, undoId, all);
    }
    failpoint("undo-company:store");
    if (!before) return { answer: here, happened: [] };
    const sum = { restored: here.restored + before.restored, left: here.left + before.left };
    if (sum.restored === 0) throw new AppError("conflict", ANOTHER_CAME);
    return { answer: { ...sum, message: undoneText("Set Company", sum.restored, sum.left) }, happened: [] };
  });
  failpoint("undo-company:committed");
  return undone;
}

/** A row that a dedupe has taken away comes back by its undo, and not with the company that is undone here. */
function giveBackToDeduped(database: Database.Database, set: readonly CompanyChange[]): void {
  database
    .prepare(
      `UPDATE deduped_row SET was = json_set(was, '$.company', c.value ->> 'old') FROM json_each(?) c
       WHERE deduped_row.row_id = c.value ->> 'id' AND deduped_row.was ->> 'company' = c.value ->> 'now'`,
    )
    .run(JSON.stringify(set));
}

/** Those rows of a Set Company that have their old company again and are booked. */
function bookedRows(database: Database.Database, undoId: string, set: readonly CompanyChange[]): BookedRow[] {
  const since = database
    .prepare<[string], string>("SELECT min(e.at) FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ?")
    .pluck()
    .get(undoId);
  const find = database.prepare<[string, string], { seq: number; name: string; added_at: string }>(
    "SELECT seq, name, added_at FROM guest_row WHERE id = ? AND company = ? AND booked_by IS NOT NULL",
  );
  const numbersOf = database.prepare<[number], PhoneMatch>(
    "SELECT key, calling_code FROM guest_row_phone WHERE guest_seq = ? AND key <> '' ORDER BY position",
  );
  return set.flatMap((change) => {
    const row = find.get(change.id, change.old);
    return row && since ? [{ name: row.name, added_at: row.added_at, numbers: numbersOf.all(row.seq), change, since }] : [];
  });
}

/** Guests of the book who have the company from such a row: an End of Day brought or filled it in after it was set. */
function bookedWith(database: Database.Database, booked: readonly BookedRow[]): CompanyChange[] {
  type Guest = { seq: number; id: string; name: string };
  if (booked.length === 0) return [];
  const byKey = database.prepare<[string, string], Guest>(
    "SELECT c.seq, c.id, c.name FROM contact_phone n JOIN contact c ON c.seq = n.contact_seq WHERE n.key = ? AND c.company = ?",
  );
  const byName = database.prepare<[string, string, string], Guest>(
    "SELECT seq, id, name FROM contact WHERE name = ? AND added_at = ? AND company = ?",
  );
  const numbersOf = database.prepare<[number], PhoneMatch>("SELECT key, calling_code FROM contact_phone WHERE contact_seq = ?");
  const evenings = database
    .prepare<[string], { at: string; first: number | null; last: number | null }>(
      `SELECT at, json_extract(payload, '$.first_seq') AS first, json_extract(payload, '$.last_seq') AS last FROM event
       WHERE kind = 'day.ended' AND at >= ?`,
    )
    .all(booked.map(({ since }) => since).sort()[0] ?? "9999");
  const filledIn = database.prepare<[string, string, string], number>(
    `SELECT 1 FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'contact.changed'
       AND e.at >= ? AND json_extract(e.payload, '$.why') = 'merge' AND json_extract(e.payload, '$.new.company') = ?`,
  );
  const cameSince = ({ seq, id }: Guest, since: string, company: string) =>
    evenings.some(({ at, first, last }) => at >= since && first !== null && last !== null && seq >= first && seq <= last) ||
    filledIn.get(id, since, company) !== undefined;
  const found = new Map<string, CompanyChange>();
  for (const { name, added_at, numbers, change, since } of booked) {
    const guests = numbers.length > 0 ? numbers.flatMap(({ key }) => byKey.all(key, change.now)) : byName.all(name, added_at, change.now);
    for (const guest of guests) {
      const isSame = namesAgree(guest.name, name) && (numbers.length === 0 || sharesPhone(numbersOf.all(guest.seq), numbers));
      if (!isSame || !cameSince(guest, since, change.now)) continue;
      found.set(guest.id, { ...change, id: guest.id });
    }
  }
  return [...found.values()];
}
