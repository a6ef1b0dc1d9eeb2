import type Database from "better-sqlite3";
import { batchOfDecisions } from "../../book/decision-target";
import { publish } from "../../book/publishing";
import type { DayHours } from "../../business-day";
import { bulkTrial } from "../../db/bulk-write";
import type { Happening } from "../../events";
import type { ToldGuest } from "../../undo-loss";
import type { CompanyChange } from "./set-step";
import { giveBackAtTables, refuseOlder, setIn } from "./undo-step";

export interface TryAtTablesInput {
  /** The table store. */
  file: string;
  undoId: string;
}

export interface TryInBookInput extends TryAtTablesInput {
  hours: DayHours;
}

/** What the undo of a Set Company would take away in one store. */
export interface CompanyTrial {
  /** When it was set: ISO 8601 in UTC with Z; null where the store knows nothing of it. */
  at: string | null;
  /** It was undone here. */
  isOver: boolean;
  lost: ToldGuest[];
  kept: ToldGuest[];
}

/**
 * Tries the undo of a Set Company in a guest book, and takes it back.
 * @throws AppError `conflict` of one from before there were records
 */
export function tryUndoInBook({ file, undoId, hours }: TryInBookInput): CompanyTrial {
  return bulkTrial(file, (database, say, said) => {
    const set = setIn(database, undoId);
    refuseOlder(database, undoId, set);
    const decided = "SELECT decision ->> '$.said_at' FROM book_decision WHERE batch = ? LIMIT 1";
    const at = database.prepare<[string], string>(decided).pluck().get(batchOfDecisions(undoId)) ?? firstEvent(database, undoId);
    publish(database, { undone: { batch: batchOfDecisions(undoId) } }, { hours, say, why: "company" });
    return { at, isOver: set.length === 0, ...toldOf(database, BOOK_GUEST, { said, set }) };
  });
}

/** The same at the tables. */
export function tryUndoAtTables({ file, undoId }: TryAtTablesInput): CompanyTrial {
  return bulkTrial(file, (database, say, said) => {
    const at = firstEvent(database, undoId);
    const { back: set, isOver } = giveBackAtTables(database, undoId, say);
    return { at, isOver, ...toldOf(database, TABLE_GUEST, { said, set }) };
  });
}

function firstEvent(database: Database.Database, undoId: string): string | null {
  const first = "SELECT e.at FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? ORDER BY e.seq LIMIT 1";
  return database.prepare<[string], string>(first).pluck().get(undoId) ?? null;
}

function toldOf(
  database: Database.Database,
  sql: string,
  { said, set }: { said: readonly Happening[]; set: readonly CompanyChange[] },
): Pick<CompanyTrial, "lost" | "kept"> {
  const find = database.prepare<{ id: string }, Omit<ToldGuest, "reason">>(sql);
  const told = (id: string, reason: string): ToldGuest[] => [find.get({ id })].flatMap((guest) => (guest ? [{ ...guest, reason }] : []));
  const changes = said.flatMap(companiesIn);
  const changed = new Set(changes.map(({ id }) => id));
  return {
    lost: changes.flatMap(({ id, old, now }) => told(id, now === "" ? `Loses ${old}.` : `Loses ${old}, and has ${now} again.`)),
    kept: set.flatMap(({ id }) => (changed.has(id) ? [] : told(id, "Has another company since, and keeps it."))),
  };
}

const BOOK_GUEST = "SELECT name, phones FROM contact WHERE id = @id";
const TABLE_GUEST =
  "SELECT name, phones FROM guest_row WHERE id = @id UNION ALL SELECT name, phones FROM table_guest WHERE id = @id LIMIT 1";

type Change = Pick<CompanyChange, "id" | "old" | "now">;

function companiesIn(happening: Happening): Change[] {
  const of = (id: string, old: Record<string, unknown>, now: Record<string, unknown>): Change[] =>
    "company" in old ? [{ id, old: String(old.company), now: String(now.company) }] : [];
  const [id = ""] = happening.subjects;
  if (happening.kind === "table.saved") return happening.payload.corrected.flatMap((one) => of(one.id, one.old, one.new));
  if (happening.kind !== "contact.changed" && happening.kind !== "guest_row.changed") return [];
  return of(id, happening.payload.old, happening.payload.new);
}
