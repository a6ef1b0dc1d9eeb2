import type Database from "better-sqlite3";
import { businessDayOf, type DayHours } from "../../business-day";
import { openReading } from "../../db/pragmas";
import { foldText } from "../../fold-text";
import type { MergeReport } from "../../merge-report";
import type { Incoming } from "../../merge-rule";
import { namesAgree } from "../../names";
import type { Person } from "../../person";
import { hasPhoneKey, type PhoneNumber, sharesPhone } from "../../phones";

interface Decision {
  kind: "deleted" | "corrected";
  contact_id: string;
  name: string;
  added_at: string;
  numbers: PhoneNumber[];
  decided_at: string;
}

/** A guest as a correction left them. */
interface Corrected {
  name: string;
  numbers: PhoneNumber[];
}

/**
 * What people decided by hand about the guests of a book (deleted, corrected), against rows that were recorded before: a
 * deleted guest does not come back by them, and a corrected one does not come back with the old name or number as somebody
 * else. What was recorded later is news, and comes as it is.
 */
export function decisionsOf(database: Database.Database, hours: DayHours) {
  const decisions = allDecisions(database);
  const deleted = new Set(decisions.filter(({ kind }) => kind === "deleted").map(({ contact_id }) => contact_id));
  const byKey = new Map<string, Decision[]>();
  const put = (key: string, one: Decision) => void (byKey.get(key)?.push(one) ?? byKey.set(key, [one]));
  const nameOn = (name: string, instant: string) => `${foldText(name)} ${businessDayOf(new Date(instant), hours)}`;
  for (const one of decisions) {
    if (!hasPhoneKey(one.numbers)) put(nameOn(one.name, one.added_at), one);
    else for (const key of new Set(one.numbers.map((number) => number.key).filter(Boolean))) put(key, one);
  }
  const contact = database.prepare<[string], { seq: number; name: string }>("SELECT seq, name FROM contact WHERE id = ?");
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const nowOf = (id: string): Corrected | null => {
    const found = contact.get(id);
    return found ? { name: found.name, numbers: numbersOf.all(found.seq) } : null;
  };
  const about = ({ person, numbers }: Incoming): Decision[] => {
    const keys = numbers.map(({ key }) => key).filter(Boolean);
    const found = keys.length > 0 ? keys.flatMap((key) => byKey.get(key) ?? []) : (byKey.get(nameOn(person.name, person.added_at)) ?? []);
    return found.filter((one) => one.decided_at >= person.added_at && (keys.length === 0 || sharesPhone(one.numbers, numbers)));
  };
  let left = 0;
  const decided = (incoming: Incoming): Incoming | null => {
    let now = incoming;
    for (const one of about(incoming)) {
      const corrected = one.kind === "corrected" ? nowOf(one.contact_id) : null;
      const isMeant =
        namesAgree(one.name, incoming.person.name) || (corrected !== null && namesAgree(corrected.name, incoming.person.name));
      if (!isMeant) continue;
      if (corrected) now = asCorrected(now, one, corrected);
      else if (deleted.has(one.contact_id)) return null;
    }
    return now;
  };
  return {
    *heeded(people: Iterable<Incoming>): Generator<Incoming> {
      if (byKey.size === 0) yield* people;
      else
        for (const one of people) {
          const now = decided(one);
          if (now) yield now;
          else left++;
        }
    },
    /** How many rows stayed out because their guest was deleted. */
    leftOut: () => left,
  };
}

/** Whether somebody decided about a guest, as they were recorded once, before they were recorded again at an instant. */
export type DecidedBetween = (recorded: { person: Person; numbers: readonly PhoneNumber[] }, again: string) => boolean;

/**
 * What people decided in several guest books, for those who have no merge to do there: the evening has a guest again who was
 * deleted or corrected since they were booked. A book that cannot be read has decided nothing; the merge into it says so.
 * @param files contacts stores
 */
export function decidedIn(files: readonly string[]): DecidedBetween {
  const decisions = files.flatMap(readDecisions);
  return ({ person, numbers }, again) =>
    again > person.added_at &&
    decisions.some(
      (one) =>
        one.decided_at >= person.added_at &&
        one.decided_at < again &&
        (hasPhoneKey(numbers) ? sharesPhone(one.numbers, numbers) : foldText(one.name) === foldText(person.name)) &&
        namesAgree(one.name, person.name),
    );
}

function readDecisions(file: string): Decision[] {
  try {
    const book = openReading(file);
    try {
      return allDecisions(book);
    } finally {
      book.close();
    }
  } catch {
    return [];
  }
}

function allDecisions(book: Database.Database): Decision[] {
  const rows = book.prepare<[], Decision & { numbers: string }>("SELECT * FROM decision ORDER BY decided_at").all();
  return rows.map((row) => ({ ...row, numbers: JSON.parse(row.numbers) as PhoneNumber[] }));
}

/** A row that says the guest as they were before a correction, said as they are since: it meets the very guest. */
function asCorrected(incoming: Incoming, was: Decision, now: Corrected): Incoming {
  const { person, numbers } = incoming;
  const name = foldText(person.name) === foldText(was.name) ? now.name : person.name;
  const takenAway = was.numbers.filter(({ digits }) => !now.numbers.some((number) => number.digits === digits));
  const others = numbers.filter(({ digits }) => !takenAway.some((number) => number.digits === digits));
  const keyed = now.numbers.filter(({ key, digits }) => key !== "" && !others.some((number) => number.digits === digits));
  const asRecorded = incoming.asRecorded ?? { person, numbers };
  return { ...incoming, person: { ...person, name }, numbers: [...others, ...keyed], asRecorded };
}

/** A merge's report with the rows that stayed out: they are skipped, and told of. */
export function withStayedAway<Report extends MergeReport>(report: Report, rows: number): Report {
  return rows === 0 ? report : { ...report, skipped: report.skipped + rows, stayed_deleted: (report.stayed_deleted ?? 0) + rows };
}
