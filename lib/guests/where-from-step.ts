import type Database from "better-sqlite3";
import { batchOfDecisions, decisionTarget } from "../book/decision-target";
import { BEFORE, type BookGuest, type Decision, isOfImport, OF_BOOKING, OF_PRIZE } from "../book/record-shapes";
import { fieldValues, type Provenance, type Saying, trace } from "../book/where-from";
import type { DayHours } from "../business-day";
import { bulkRead } from "../db/bulk-read";
import { GAP_FIELDS, isJoined } from "../guest-fields";
import type { BranchKey } from "../known-branches";
import { alsoNames } from "../names";
import type { Origin } from "./contract";
import { gone } from "./corrections";

export interface WhereFromInput {
  /** The contacts store. */
  book: string;
  branch: BranchKey;
  hours: DayHours;
  id: string;
}

/** As the call answers; `by` is the id of whoever wrote it. */
export interface FoundOrigins {
  fields: { field: string; origin: Origin; value?: string }[];
  numbers: { digits: string; typed: string; origin: Origin }[];
  names: { name: string; origin: Origin }[];
  decisions: { undo_id: string; kind: "one" | "two"; at: string; by: string | null; holds: boolean }[];
}

/** The origin of each value of a guest, by folding the guest's cluster. @throws AppError `not_found` */
export function findOrigins({ book, branch, hours, id }: WhereFromInput): FoundOrigins {
  return bulkRead({ book }, ({ book: database }) => {
    const seq = database
      .prepare<{ id: string }, number>(
        "SELECT seq FROM contact WHERE id = coalesce((SELECT contact_id FROM contact_alias WHERE id = @id), @id)",
      )
      .pluck()
      .get({ id });
    if (seq === undefined) throw gone();
    const { guest, records, decisions } = decisionTarget(database, hours)(seq);
    const [first] = guest.records;
    const all = trace(records, decisions);
    const traced = all.find(({ guest: one }) => one.records.includes(first ?? "")) as Provenance; // the same fold
    const writers = writersIn(database, seq);
    const originOf = (value: string) => originOfSaying(traced.origins.get(value) as Saying, branch, writers); // every value has an origin
    const { name, also, numbers } = traced.guest;
    return {
      fields: [
        ...(name === "" ? [] : [{ field: "name", origin: originOf(`name ${name}`) }]),
        ...GAP_FIELDS.flatMap((field) =>
          fieldValues(traced.guest, field).map(({ value, key }) => ({ field, origin: originOf(key), ...(isJoined(field) && { value }) })),
        ),
      ],
      numbers: numbers.map(({ digits, typed }) => ({ digits, typed, origin: originOf(`number ${digits}`) })),
      names: alsoNames(also).map((one) => ({ name: one, origin: originOf(`name ${one}`) })),
      decisions: whoIsWho(decisions, { guest, all }, writers),
    };
  });
}

function originOfSaying(saying: Saying, branch: BranchKey, { ofImport, ofWord }: Writers): Origin {
  if (!("person" in saying)) return { kind: "hand", at: saying.said_at, evening: null, branch, by: ofWord(saying) };
  const { id, batch, said_at, evening } = saying;
  const said = { at: said_at, evening: null, branch: saying.branch, by: null };
  if (id.startsWith(BEFORE)) return { ...said, kind: "before", at: null };
  // Ids of records begin with their import, or with the store of their table, whose batch is its branch.
  if (id.startsWith(OF_BOOKING)) return { ...said, kind: "reservation", evening };
  if (id.startsWith(OF_PRIZE)) return { ...said, kind: "prize", evening };
  if (isOfImport(saying)) return { ...said, kind: "import", by: ofImport(batch) };
  return { ...said, kind: "table", evening };
}

/** The decisions by which the guest is one with somebody, or is not, the newest first. */
function whoIsWho(
  decisions: readonly Decision[],
  { guest, all }: { guest: BookGuest; all: readonly Provenance[] },
  { ofWord }: Writers,
): FoundOrigins["decisions"] {
  const holdersOf = (records: readonly string[]) => all.filter((one) => records.some((id) => one.guest.records.includes(id)));
  const isOf = (records: readonly string[]) => records.some((id) => guest.own.includes(id));
  const made = decisions.filter((one) => one.batch.startsWith(WORD) && one.line === 0);
  const found = made.flatMap((decision) => {
    if (!("other" in decision) || !(isOf(decision.about.records) || isOf(decision.other.records))) return [];
    const kind = decision.kind === "one" ? ("one" as const) : ("two" as const);
    const [some, others] = [holdersOf(decision.about.records), holdersOf(decision.other.records)];
    const areOne = some.some((one) => others.includes(one));
    // Of whom nothing is left nobody can say that it does not hold.
    const holds = some.length === 0 || others.length === 0 || areOne === (kind === "one");
    return [{ undo_id: decision.batch.slice(WORD.length), kind, at: decision.said_at, by: ofWord(decision), holds }];
  });
  return found.toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

const WORD = batchOfDecisions("");

type Writers = ReturnType<typeof writersIn>;

/** Who brought in, or wrote by hand, what a guest is known by, as the events of the book say it: ids of users. */
function writersIn(database: Database.Database, seq: number) {
  const ofSubject = database.prepare<{ subject: string }, { actor_id: string; kind: string; payload: string }>(
    `SELECT e.actor_id, e.kind, e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq
     WHERE s.subject = @subject AND e.actor_kind = 'user' ORDER BY e.seq DESC LIMIT ${LOOKED_AT}`,
  );
  const ids = database
    .prepare<{ seq: number }, string>(
      "SELECT id FROM contact WHERE seq = @seq UNION SELECT a.id FROM contact_alias a JOIN contact c ON c.id = a.contact_id WHERE c.seq = @seq",
    )
    .pluck()
    .all({ seq });
  const ofId = (subject: string) => ofSubject.all({ subject }).at(-1)?.actor_id ?? null;
  const corrections = () => ids.flatMap((subject) => ofSubject.all({ subject }).filter(({ kind }) => kind === "contact.changed"));
  return {
    ofImport: ofId,
    ofWord(decision: Decision): string | null {
      if (decision.by !== undefined) return decision.by;
      // Of an older version: by its event.
      const named = ofId(decision.batch.slice(WORD.length));
      if (named !== null || decision.kind !== "fields") return named;
      const { numbers: _, ...written } = decision.values;
      const said = Object.entries(written);
      const isIt = ({ payload }: { payload: string }) => {
        const { why, new: now } = JSON.parse(payload) as { why: string; new: Record<string, unknown> }; // as its kind says
        return why === "correction" && said.every(([field, value]) => now[field] === value);
      };
      return corrections().find(isIt)?.actor_id ?? null;
    },
  };
}

/** So many events of a guest are looked at, from the newest on. */
const LOOKED_AT = 500;
