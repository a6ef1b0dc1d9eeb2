import type { DateFormat } from "../date-format";
import { DATE_SETTING_TEXTS } from "../date-setting/date-setting-texts";
import type { EventKind, EventPayloads } from "../events";
import { branchName } from "../known-branches";
import { longDate } from "../shown-dates";
import { tableInWords } from "../tables/saved-table-name";
import { COMPETITION_KINDS } from "./competition-kinds";
import { exportInWords } from "./export-words";
import { LOYALTY_KINDS } from "./loyalty-kinds";
import { MENU_KINDS } from "./menu-kinds";
import { branchesInWords, type Names, personOf, roleChanged, userChanged } from "./people";
import { RESERVATION_KINDS } from "./reservation-kinds";

/** What the trail is filtered by. */
export const AUDIT_GROUPS = [
  "sign-ins",
  "people",
  "refusals",
  "exports",
  "tables",
  "reservations",
  "competitions",
  "merges",
  "guests",
  "vouchers",
  "messages",
  "assist",
  "server",
] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

interface KindRules<Kind extends EventKind> {
  group: AuditGroup;
  /** One sentence; names of people and things, never of fields. */
  what: (payload: EventPayloads[Kind], about: { subjects: readonly string[]; person: string }) => string;
  /** Whether it is a step of something larger that says so itself, such as what a merge did to one guest. */
  isStep?: (payload: EventPayloads[Kind]) => boolean;
}

const SETTLED: Record<string, string> = {
  letter: "answered by a letter",
  answered: "said to be answered",
  none: "said to need no answer",
  open: "said not to be dealt with after all",
};
const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const sendingOf = ({ branch, campaign }: { branch?: string; campaign?: string }) => {
  if (branch === undefined) return "all sending";
  return `sending of ${campaign ? `${campaign} of ` : ""}${branchName(branch)}`;
};
const orderOf = (format: string) => DATE_SETTING_TEXTS.order[format as DateFormat] ?? format;
const plural = (role: string) => (role === "hostess" ? "hostesses" : `${role}s`);
const always = () => true;
const BY_HAND = ["correction", "deletion"];
const nameOf = (row: Record<string, unknown>) => (typeof row.name === "string" && row.name !== "" ? row.name : "a guest");
const fieldsOf = (change: Record<string, unknown>) =>
  Object.keys(change)
    .map((name) => name.replaceAll("_", " "))
    .join(", ");

/** Every kind of event in words; a new one does not compile before it stands here. */
const KINDS: { [Kind in EventKind]: KindRules<Kind> } = {
  "table.saved": {
    group: "tables",
    what: (p) => `Saved ${tableInWords(p.table_name)} with ${counted(p.guests, "guest")}${p.version > 1 ? ` (version ${p.version})` : ""}`,
  },
  "tables.merged": {
    group: "merges",
    what: (p) => `Merged ${counted(p.tables, "table")}, ${counted(p.guests, "guest")}${p.taken_for ? " for End of Day" : ""}`,
  },
  "guest_row.changed": {
    group: "guests",
    what: (p) => `Corrected ${fieldsOf(p.new)} of a guest of ${longDate(p.business_day)}`,
    isStep: (p) => !BY_HAND.includes(p.why),
  },
  "guest_row.deleted": { group: "guests", what: (p) => `Deleted ${nameOf(p.gone)} of ${longDate(p.business_day)}` },
  "guest_rows.deduped": {
    group: "guests",
    what: (p) => `Removed ${counted(p.deleted, "double")}${p.date ? ` of ${longDate(p.date)}` : ""}, kept ${p.kept}`,
  },
  "dedupe.undone": { group: "guests", what: (p) => `Undid the removal of doubles: ${counted(p.inserted, "row")} came back` },
  "tables.closed": { group: "merges", what: (p) => `Closed ${counted(p.tables, "table")} of ${longDate(p.business_day)}`, isStep: always },
  "day.ended": {
    group: "merges",
    what: (p) => `End of Day of ${longDate(p.business_day)}: ${counted(p.tables, "table")}, ${counted(p.inserted, "new guest")}`,
  },
  "date.merged": {
    group: "merges",
    what: (p) =>
      `Merged ${[p.date, ...p.earlier_dates].map(longDate).join(", ")} from ${p.sources.join(", ")}: ${counted(p.inserted, "new guest")}`,
  },
  "contacts.imported": {
    group: "guests",
    what: (p) => `Imported a file: ${counted(p.inserted, "new guest")}, ${p.skipped} known, ${counted(p.errors, "wrong row")}`,
  },
  "contacts.import_part": {
    group: "guests",
    what: (p) => `Brought in a part of a file: ${counted(p.inserted, "new guest")}, ${counted(p.done, "row")} so far`,
    isStep: always,
  },
  "contacts.import_part_undone": {
    group: "guests",
    what: (p) => `Took back a part of an import: ${counted(p.removed, "guest")} went again`,
    isStep: always,
  },
  "contacts.import_undone": { group: "guests", what: (p) => `Undid an import: ${counted(p.removed, "guest")} went again` },
  "contact.changed": {
    group: "guests",
    what: (p) => `Changed ${fieldsOf(p.new)} of a guest (${p.why})`,
    isStep: (p) => !BY_HAND.includes(p.why),
  },
  "contact.taken_out": {
    group: "guests",
    what: (p) => `Took ${nameOf(p.gone)} out, because the table was saved without them`,
    isStep: always,
  },
  "contact.deleted": { group: "guests", what: (p) => `Deleted ${nameOf(p.gone)}` },
  "contacts.united": { group: "guests", what: (p) => `${nameOf(p.gone)} and ${nameOf(p.kept)} became one guest`, isStep: always },
  "contact.parted": { group: "guests", what: () => "A guest who was one with another is one of their own again", isStep: always },
  "contacts.changed_together": {
    group: "guests",
    what: (p) => `${p.set.length === 0 ? "Deleted" : `Set ${p.set.join(" and ")} of`} ${counted(p.guests, "guest")} at once`,
  },
  "contacts.change_undone": { group: "guests", what: (p) => `Undid a change of many guests: ${counted(p.guests, "guest")} as before` },
  "contact.put_back": { group: "guests", what: () => "Put a deleted guest back" },
  "contacts.said_two": { group: "guests", what: () => "Said that one guest is two people" },
  "contacts.said_one": { group: "guests", what: () => "Said that two guests are one person" },
  "contacts.decision_ended": {
    group: "guests",
    what: (p) =>
      `Ended that guests are ${p.kind === "one" ? "one person" : "two people"}: they are ${p.are === "one" ? "one guest" : "two guests"}`,
  },
  "book.rebuilt": { group: "server", what: (p) => `Rebuilt ${counted(p.rebuilt, "guest")} of the guest book from what was said of them` },
  ...RESERVATION_KINDS,
  "company.undone": { group: "guests", what: (p) => `Undid Set Company: ${counted(p.restored, "guest")} as before` },
  ...LOYALTY_KINDS,
  ...MENU_KINDS,
  ...COMPETITION_KINDS,
  "user.created": { group: "people", what: (p) => `Created ${p.username} (${p.roles.join(", ")}), for ${branchesInWords(p.branches)}` },
  "user.changed": { group: "people", what: (p, { person }) => userChanged(p, person) },
  "user.password_changed": {
    group: "people",
    what: (p, { person }) =>
      p.by === "owner"
        ? "Changed the own password"
        : `Gave ${person} a new password${p.by === "machine" ? " on the server's own machine" : ""}`,
  },
  "sessions.ended": {
    group: "sign-ins",
    what: (p, { subjects, person }) =>
      `Ended ${counted(Math.max(1, subjects.length - 1), "sign-in")} of ${person} (${p.why}${p.address ? `, at last from ${p.address}` : ""})`,
  },
  "role.changed": { group: "people", what: roleChanged },
  "session.started": {
    group: "sign-ins",
    what: (p) => `Signed in${p.device ? ` with ${p.device}` : ""}${p.address ? ` from ${p.address}` : ""}`,
  },
  "session.ended": { group: "sign-ins", what: () => "Logged out" },
  "backup.looked_at": {
    group: "server",
    what: (p) =>
      p.copy === null ? `Verified the backup ${p.backup} of ${p.store}` : `Made a copy of the backup ${p.backup} of ${p.store}`,
  },
  "house.birthdays_switched": {
    group: "server",
    what: (p) => `Switched the birthday greetings of ${branchName(p.branch)} ${p.on ? "on" : "off"}`,
  },
  "house.notice_changed": { group: "server", what: (p) => (p.new ? `Shows everybody: ${p.new}` : "Took the notice away from every page") },
  "house.retention_changed": {
    group: "server",
    what: (p) => (p.new === null ? "Keeps every guest" : `Erases guests who were not there for ${p.new} months`),
  },
  "house.read_only_changed": {
    group: "server",
    what: (p) => (p.new ? `Made Daftar read-only: ${p.new}` : "Ended read-only mode"),
  },
  "branch.opened": { group: "server", what: (p) => `Opened the branch ${p.name} (${p.key})` },
  "branch.closed": { group: "server", what: (p) => `Closed the branch ${p.name}` },
  "branch.reopened": { group: "server", what: (p) => `Opened the branch ${p.name} again` },
  "branch.renamed": { group: "server", what: (p) => `Named the branch ${p.old} ${p.new}` },
  "dates.format_changed": {
    group: "server",
    what: (p) => `Chose that dates are written ${orderOf(p.new)} (before: ${orderOf(p.old)})`,
  },
  "staff.defaults_set": { group: "server", what: () => "Set up the lists of hostesses and waiters", isStep: always },
  "staff.added": { group: "people", what: (p) => `Added ${p.name} to the ${plural(p.role)} of ${p.branch}` },
  "staff.removed": { group: "people", what: (p) => `Took ${p.name} off the ${plural(p.role)} of ${p.branch}` },
  "staff.reset": { group: "people", what: (p) => `Gave ${p.branch} its first lists of staff again` },
  "voucher.issued": { group: "vouchers", what: (p) => `Made voucher ${p.serial} for ${longDate(p.date)}`, isStep: always },
  "voucher.redeemed": { group: "vouchers", what: (p) => `Redeemed voucher ${p.serial} in ${p.used_in}` },
  "voucher.taken_back": { group: "vouchers", what: (p) => `Took back the redemption of voucher ${p.serial} in ${p.used_in}` },
  "messages.queued": {
    group: "messages",
    what: (p) => `Queued ${counted(p.enqueued, "message")} (${p.kind})${p.left_out > 0 ? `, left ${p.left_out} out` : ""}`,
  },
  "messages.retried": { group: "messages", what: (p) => `Tried ${counted(p.retried, "failed message")} again` },
  "message.sent_despite_doubt": {
    group: "messages",
    what: (p) => `Sent a message again that may have arrived (${p.kind}, ${p.branch})`,
  },
  "message.said_arrived": {
    group: "messages",
    what: (p) => `Said of a message that it arrived, of which nobody had heard (${p.kind}, ${p.branch})`,
  },
  "sending.stopped": {
    group: "messages",
    what: (p) => `Stopped ${sendingOf(p)}: ${counted(p.cancelled_items, "message")} cancelled`,
  },
  "sending.resumed": { group: "messages", what: (p) => `Resumed ${sendingOf(p)}` },
  "sending.limits_changed": { group: "messages", what: () => "Changed the limits of sending" },
  "sender.paused": { group: "messages", what: (p) => `A number rests: ${p.reason}` },
  "sender.resumed": { group: "messages", what: () => "Let a number that rested send again" },
  "template.stopped": {
    group: "messages",
    what: (p) => `Template ${p.name} (${p.language}) stopped${p.worker ? ` for the number of ${p.worker}` : ""}: ${p.reason}`,
  },
  "worker.token_made": {
    group: "messages",
    what: (p) => `Made a token for the sender ${p.worker}${p.took_over ? ", which was at work and had to stop" : ""}`,
  },
  "worker.token_revoked": {
    group: "messages",
    what: (p) => `Took the token of the sender ${p.worker} back; ${counted(p.given_back, "message")} given back, ${p.in_doubt} in doubt`,
  },
  "guest.opted_out": { group: "messages", what: (p) => `A guest wants no messages (${p.by}); ${counted(p.stopped, "message")} stopped` },
  "replies.opened": { group: "messages", what: (p) => (p.count === 1 ? "Read a guest's reply" : `Read ${p.count} replies of guests`) },
  "replies.settled": {
    group: "messages",
    what: (p) => `${p.count === 1 ? "A guest's reply" : `${p.count} replies of guests`} ${SETTLED[p.how] ?? p.how}`,
  },
  "answer.taken_back": { group: "messages", what: () => "Took back an answer to a guest before it went out" },
  "guest.opted_in": {
    group: "messages",
    what: (p) => `A guest takes messages again${p.reason ? `, who had said no themselves: ${p.reason}` : ""}`,
  },
  "guest.meant_no_no": { group: "messages", what: () => "Read a guest's words that sounded like a no: they were none" },
  "message.went_out": { group: "messages", what: (p) => `The sender ${p.worker} told late that a message went out` },
  "worker.registered": { group: "messages", what: (p) => `A sender came on (${p.transport}, ${p.version})` },
  "job.cancelled": { group: "server", what: (p) => `Cancelled what was running: ${p.job.replaceAll("-", " ")}` },
  "logs.packed": { group: "exports", what: (p) => `Packed ${counted(p.files, "daily log")}` },
  "data.exported": { group: "exports", what: exportInWords },
  "calls.refused": {
    group: "refusals",
    what: (p) => `Was refused ${p.call}: ${p.status} ${p.code}${p.times > 1 ? `, ${p.times} times` : ""}`,
  },
  "assist.started": { group: "assist", what: () => "Asked for help with this screen" },
  "assist.asked": { group: "assist", what: () => "Asked to see somebody's screen" },
  "assist.answered": {
    group: "assist",
    what: (p) => (p.accepted ? "Let somebody see this screen" : `Let nobody see this screen (${p.why})`),
  },
  "assist.ended": {
    group: "assist",
    what: (p) =>
      `Sharing ended (${p.reason})${p.seen_seconds === null ? ", nobody saw it" : `, seen for ${counted(p.seen_seconds, "second")}`}`,
  },
  "assist.codes_changed": { group: "assist", what: (p) => `Changed all ${p.waiting} codes after ${p.wrong} wrong ones` },
  "trail.sealed": { group: "server", what: (p) => `Sealed ${p.store} at entry ${p.seq}`, isStep: always },
  "person.erased": {
    group: "guests",
    what: (p) =>
      p.again
        ? "Erased people again whom a backup had brought back"
        : `Erased a guest: ${counted(p.found.guests ?? 0, "row")} of guest books, ${counted(p.found.seats ?? 0, "seat")}, ${counted(p.found.events ?? 0, "entry").replace("entrys", "entries")} of the trail`,
  },
  "rows.erased": { group: "guests", what: (p) => `Erased ${counted(p.rows, "row")} of a guest`, isStep: always },
  "secret.made": { group: "server", what: (p) => `Made the secret ${p.name}`, isStep: always },
  "missing.seen": { group: "server", what: (p) => `Saw that ${counted(p.changes, "change")} to ${p.store} were lost` },
  "store.registered": { group: "server", what: (p) => `Made the ${p.kind} store of ${p.branch}`, isStep: always },
};

const isKnown = (kind: string): kind is EventKind => Object.hasOwn(KINDS, kind);

/**
 * An event of any kind in words. One of a later version's, which this one does not know, says its name.
 * @param names of the people whom it may be about
 */
export function wordsOf(
  { kind, payload, subjects }: { kind: string; payload: unknown; subjects: readonly string[] },
  names: Names,
): { group: AuditGroup; what: string; isStep: boolean } {
  if (!isKnown(kind)) return { group: "server", what: kind, isStep: false };
  const rules = KINDS[kind] as KindRules<EventKind>; // the kind says which payload it is
  const of = payload as EventPayloads[EventKind];
  const what = rules.what(of as never, { subjects, person: personOf(subjects, names) });
  return { group: rules.group, what, isStep: rules.isStep?.(of as never) ?? false };
}

/** Whatever was kept of an event, a line for each value: `old.name` → `Maya`. */
export function detailsOf(payload: unknown, under = ""): { name: string; value: string }[] {
  if (typeof payload !== "object" || payload === null)
    return under === "" ? [] : [{ name: under, value: payload === null ? "–" : String(payload) }];
  const isList = Array.isArray(payload);
  if (isList && payload.every((one) => typeof one !== "object")) return [{ name: under, value: payload.join(", ") || "–" }];
  return Object.entries(payload).flatMap(([name, value]) => detailsOf(value, under === "" ? name : `${under}.${name}`));
}
