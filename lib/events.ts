import type { CompetitionEvents } from "./competition-events";
import type { Change } from "./event-change";
import type { ExportNoted } from "./export-formats";
import type { LoyaltyEvents } from "./loyalty-events";
import type { MenuEvents } from "./menu-events";
import type { ReservationEvents } from "./reservation-events";

/**
 * What can happen in a store, in the words of docs/design/domain.md. A write commits these with its data; the audit trail, the feed's
 * cursor, figures of the past and undo read them, so a kind's payload only ever gains fields.
 */

export type { Change };

/** What an event keeps of a guest. */
export interface GuestInEvent {
  id: string;
  name: string;
  phones: string;
}

/** What a merge counted, and which rows it inserted: their row ids follow each other, because one transaction made them. */
export interface MergedRows {
  inserted: number;
  skipped: number;
  filled: number;
  /** Guests that were joined; guests who are also known by another name; undecided pairs. */
  united: number;
  also: number;
  may_be_same: number;
  first_seq: number | null;
  last_seq: number | null;
}

/** Of a business day's guests: how many had last been there so many days before (`gaps`), never before (`first`), or have no number to tell by. */
export interface Visits {
  gaps: Record<string, number>;
  first: number;
  unknown: number;
}

/** What an End of Day found, in numbers alone: no later correction, merge or erasure changes the figures of the past. */
export interface TakenFigures {
  /** Of each table that it took, by its id. */
  tables: Record<string, [guests: number, valid_phone: number, with_birthday: number]>;
  /** Of each business day of which it took guest rows. */
  visits: Record<string, Visits>;
}

/** Each kind of event with its payload. */
export interface EventPayloads extends ReservationEvents, LoyaltyEvents, MenuEvents, CompetitionEvents {
  // Table stores. Subjects: the saved table's id, and the ids of the guests who came, changed or went.
  "table.saved": {
    table_name: string;
    table_number: string;
    business_day: string;
    version: number;
    /** Guests at the table now. */
    guests: number;
    /** Hostess, waiter, number and how many people, where a later save changed them. */
    changed: Change | null;
    added: GuestInEvent[];
    removed: GuestInEvent[];
    corrected: { id: string; old: Record<string, unknown>; new: Record<string, unknown> }[];
  };
  /** Merge All, or End of Day's first step when `taken_for` names its business day. */
  "tables.merged": {
    tables: number;
    guests: number;
    /** Guest rows that came, and that went or changed because their table was saved again. */
    inserted: number;
    removed: number;
    corrected: number;
    taken_for: string | null;
    backup: string | null;
    /** Of an End of Day; older entries have none. */
    figures?: TakenFigures;
  };
  /** Somebody corrected a guest row by hand. Subjects: the row's id, which is also that of the guest at the table. */
  "guest_row.changed": Change & { why: "correction" | "company"; business_day: string };
  /** Somebody deleted a guest row; as it was, for undoing it. */
  "guest_row.deleted": { business_day: string; gone: Record<string, unknown> };
  /** Doubles became one row; what was there is kept beside the rows until the next time. Subject: the `undo_id`. */
  "guest_rows.deduped": {
    date: string | null;
    kept: number;
    deleted: number;
    /** Kept rows that gained something from their doubles. */
    changed: number;
    undo_id: string;
    backup: string;
  };
  "dedupe.undone": { undo_id: string; restored_rows: number; left_rows: number; inserted: number };
  "tables.closed": { business_day: string; tables: number; guest_rows: number };

  // Contacts stores.
  "day.ended": MergedRows & { business_day: string; run: number; tables: number; guests: number; backup: string };
  /** `removed` and `corrected`: guests whose table was saved again after an earlier merge had taken them. */
  "date.merged": MergedRows & {
    removed: number;
    corrected: number;
    date: string;
    earlier_dates: string[];
    sources: string[];
    backup: string | null;
  };
  /** Subject: its id. Its changes of single guests are the events after `after_event` up to this one. */
  "contacts.imported": MergedRows & {
    errors: number;
    import_id?: string;
    after_event?: number;
    country_code?: string;
    /** Of a large file: it came in so many steps, whose own events say which rows they inserted. */
    parts?: number;
  };
  /** A step of a large import, and of one that is taken back. Subject: the import's id. `done`: how many rows of the file are in after it. */
  "contacts.import_part": MergedRows & { import_id: string; done: number };
  "contacts.import_part_undone": { import_id: string; removed: number; removed_changes: number; restored: number; done: number };
  /** Subject: the import's id. `removed_changes`: how often the guests who went had been changed by it. */
  "contacts.import_undone": {
    import_id: string;
    removed: number;
    removed_changes: number;
    restored: number;
    kept: number;
    /** It went in so many steps, whose own events have the sums. */
    parts?: number;
  };
  /** A merge filled gaps, or somebody corrected a guest. Subject: the contact's id. */
  "contact.changed": Change & {
    why: "merge" | "import" | "correction" | "saved again" | "deletion" | "company" | "decision" | "undo" | "rebuild";
  };
  /** A guest left central, because the only table that held them was saved again without them; as they were, for undoing it. */
  "contact.taken_out": { gone: Record<string, unknown> };
  /** Somebody deleted a guest; as they were, for undoing it. Merges do not bring them back from rows recorded before. */
  "contact.deleted": { gone: Record<string, unknown> };
  /** Two guests were joined. Subjects: the one who stays, the one who goes; both as they were, for the undo. */
  "contacts.united": { why: EventPayloads["contact.changed"]["why"]; kept: Record<string, unknown>; gone: Record<string, unknown> };

  /** A guest who was part of another is one of their own again, by an undo or somebody's word. Subject: the contact's id. */
  "contact.parted": { seq: number };

  /** Somebody said of guests that they are two people, or one, or ended that. Subjects: the guests, the `undo_id`. */
  "contacts.said_two": { undo_id: string };
  "contacts.said_one": { undo_id: string };
  /** `stay`: corrections of both as one stay, so a decision says that they are two. */
  "contacts.decision_ended": { undo_id: string; kind: "one" | "two"; are: "one" | "two"; stay?: string };

  /** Somebody changed many guests at once, or deleted them where nothing was set, or took that back. Subject: the `undo_id`. */
  "contacts.changed_together": { set: string[]; guests: number; undo_id: string };
  "contacts.change_undone": { undo_id: string; guests: number };
  /** Somebody put a deleted guest back. Subject: the decision by which they were deleted. */
  "contact.put_back": { decision: string };

  /** Guests of a book were not what had been said of them, and were computed anew; how many still are not. Subject: the branch. */
  "book.rebuilt": { branch: string; rebuilt: number; left: number; backup: string };

  /** In every kind of store: what it held of a person is gone. Who it was is said nowhere any more. */
  "rows.erased": { rows: number; events: number; gone: Record<string, Record<string, unknown>[]> };

  /** In both stores: Set Company was undone there. Subject: its `undo_id`, as of every guest that it changed. */
  "company.undone": { restored: number; left: number };

  // The hub.
  "user.created": { username: string; roles: string[]; branches?: string[] | null };
  /** Roles, branches (null for every one) or whether disabled. Subject: the user. */
  "user.changed": Change;
  /** Never a password and never its hash. `machine`: by the command on the server's own machine. Subject: the user. */
  "user.password_changed": { by: "owner" | "manager" | "machine" };
  /** Subjects: the user, the sign-ins that are over. */
  "sessions.ended": { why: "disabled" | "password" | "ended by hand" | "a refresh token was used twice"; address?: string };
  "role.changed": { role: string; old: string[] | null; new: string[] };
  /** Where from: `Chrome on Android`, empty for no browser, and the network address; older entries say neither. */
  "session.started": { user_id: string; device?: string; address?: string };
  "session.ended": Record<string, never>;
  /** Subject: the branch's key, as in the next ones. */
  "branch.opened": { key: string; name: string };
  "branch.closed": { key: string; name: string };
  "branch.reopened": { key: string; name: string };
  "branch.renamed": { key: string; old: string; new: string };
  /** How dates are written in digits: `MM/dd/yyyy` or `dd/MM/yyyy`. */
  "dates.format_changed": { old: string; new: string };
  /** Somebody read a backup whole, and `copy` where it stays: the file's name. Subject: the store. */
  "backup.looked_at": { store: string; backup: string; copy: string | null };
  /** A sentence on every page, why nobody may change anything (empty: none), and after how many months guests go. */
  "house.birthdays_switched": { branch: string; on: boolean };
  "house.notice_changed": { old: string; new: string };
  "house.read_only_changed": { old: string; new: string };
  "house.retention_changed": { old: number | null; new: number | null };
  "staff.defaults_set": { branches: string[] };
  /** Of a branch's lists of hostesses and waiters. Subject: the branch. */
  "staff.added": { branch: string; role: string; name: string };
  "staff.removed": { branch: string; role: string; name: string };
  "staff.reset": Change & { branch: string };
  /** Subjects: the voucher, the guest. */
  "voucher.issued": { serial: string; date: string; branch: string; percent: number; valid_until: string };
  "voucher.redeemed": { serial: string; used_in: string };
  /** Whoever redeemed it took that back. `used_at`: when it had been redeemed. */
  "voucher.taken_back": { serial: string; used_in: string; used_at: string };
  /** Subject: the task. */
  "messages.queued": { kind: string; branch: string; enqueued: number; duplicates: number; left_out: number };
  /** Subjects: the tasks. */
  "messages.retried": { retried: number; left: number };
  /** Somebody accepted that it may arrive twice. Subjects: the message, its task. */
  "message.sent_despite_doubt": { kind: string; branch: string };
  /** Nobody had heard whether it arrived, and somebody knew that it did. Subjects: the message, its task. */
  "message.said_arrived": { kind: string; branch: string };
  /** Somebody stopped sending, or resumed it: of a branch, or one campaign of it alone; where neither is named, of the whole group. */
  "sending.stopped": { branch?: string; campaign?: string; cancelled_items: number; still_sending: number };
  "sending.resumed": { branch?: string; campaign?: string };
  "sending.limits_changed": { before: Record<string, unknown>; after: Record<string, unknown> };
  /** A number must rest. Subject: its id. */
  "sender.paused": { until: string; reason: string };
  /** Subjects: the messages that do not go out because of it. */
  "sender.resumed": Record<string, never>;
  /** WhatsApp does not take it: messages that need it wait. */
  "template.stopped": { name: string; language: string; until: string | null; reason: string; worker?: string | null };
  /** Subjects: the guest's number as lists show it to strangers, and the messages that do not go out; older entries lack the number. */
  "guest.opted_out": { by: string; stopped: number };
  /** Subjects: replies of guests that no staff had opened. */
  "replies.opened": { count: number };
  /** Somebody has dealt with them: `letter`, `answered`, `none` (they need no answer), or `open` for who takes that back. Subjects: as above. */
  "replies.settled": { count: number; how: string };
  /** Somebody took back an answer to a guest before it went out. Subject: the message. */
  "answer.taken_back": Record<string, never>;
  /** An opted-out guest opted in again; with a reason, staff overruled the guest's own opt-out. Subject: as above. */
  "guest.opted_in": { reason?: string };
  /** A guest wrote what sounds like a no, and a person has found that it was none. Subjects: the numbers in doubt, as above. */
  "guest.meant_no_no": Record<string, never>;
  /** Subject: the token. `took_over`: a worker of that name was at work; older entries do not say. */
  "worker.token_made": { worker: string; took_over?: boolean };
  "worker.token_revoked": { worker: string; given_back: number; in_doubt: number };
  /** That a message went out was told late, or of a lease that is over. Subject: the message. */
  "message.went_out": { worker: string };
  "worker.registered": { transport: string; version: string };
  /** Somebody ended a job half-way. Subject: the job. */
  "job.cancelled": { job: string; branch: string };
  /** Somebody packed the server's logs. Subject: the pack's name. */
  "logs.packed": { files: number; bytes: number };
  /** Somebody exported data. `file`: which of the server's files, if it is one; older entries do not say. */
  "data.exported": ExportNoted & { call: string; branch: string; date: string | null; file?: string | null };
  /** Somebody was refused, so often since the first of these times. Subject: the address that asked. */
  "calls.refused": { call: string; status: number; code: string; branch: string | null; times: number; first_at: string };
  /** Where the chain of another store's events ended. Subject: the store. */
  "trail.sealed": { store: string; seq: number; hash: string };
  /** Remote Assist. Subjects: the session and the people in it, the host first. */
  "assist.started": { branch: string };
  "assist.asked": { branch: string };
  "assist.answered": { accepted: boolean; why: string };
  /** `seconds` since it was started; `seen_seconds` since a viewer was let in, null where nobody was. */
  "assist.ended": { reason: string; seconds: number; seen_seconds: number | null };
  /** So many wrong codes came that all codes were changed. */
  "assist.codes_changed": { wrong: number; waiting: number };
  /** A person went from every store. `stores`: which events say less because of it, and the hashes of what is left of them. */
  "person.erased": {
    found: Record<string, number>;
    again: boolean;
    stores: { store: string; events: [seq: number, hash: string][] }[];
  };
  "secret.made": { name: string };
  /** Somebody has seen that a store lacks what it had acknowledged. Subject: the store. */
  "missing.seen": { store: string; branch: string; changes: number; since: string | null; until: string };
  "store.registered": { branch: string; kind: string };
}

export type EventKind = keyof EventPayloads;

/** Something that happened, as the write that did it says it. */
export type Happening = { [Kind in EventKind]: { kind: Kind; subjects: string[]; payload: EventPayloads[Kind] } }[EventKind];

/** Records an event while the work goes on. */
export type Say = (happening: Happening) => void;

/** The result of a write: the answer of its call, and its events. A write that changed nothing gives `happened: []`. */
export interface Outcome<Answer> {
  answer: Answer;
  happened: Happening[];
}

/** Which of some fields say something else now; null when none does. */
export function fieldsChanged<Field extends string>(
  fields: readonly Field[],
  old: Record<Field, unknown>,
  now: Record<Field, unknown>,
): Change | null {
  const other = fields.filter((field) => old[field] !== now[field]);
  if (other.length === 0) return null;
  const only = (from: Record<Field, unknown>) => Object.fromEntries(other.map((field) => [field, from[field]]));
  return { old: only(old), new: only(now) };
}
