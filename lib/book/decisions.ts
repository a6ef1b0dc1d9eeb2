import type Database from "better-sqlite3";
import { strandsOfDecision } from "./apply-decisions";
import type { Decision } from "./record-shapes";

/** What was decided, in a contacts store. */
export function decisionStore(database: Database.Database) {
  const decide = database.prepare<[string, string, string]>("INSERT OR IGNORE INTO book_decision (id, batch, decision) VALUES (?, ?, ?)");
  const tie = database.prepare<[string, string]>("INSERT OR IGNORE INTO decision_strand (strand, decision_id) VALUES (?, ?)");
  const decidedIn = database.prepare<[string], string>("SELECT decision FROM book_decision WHERE batch = ?").pluck();
  const untie = database.prepare<[string]>("DELETE FROM decision_strand WHERE decision_id = ?");
  const forget = database.prepare<[string]>("DELETE FROM book_decision WHERE id = ?");
  const tied = database
    .prepare<[string], string>("SELECT d.decision FROM decision_strand s JOIN book_decision d ON d.id = s.decision_id WHERE s.strand = ?")
    .pluck();

  const all = database.prepare<[], string>("SELECT decision FROM book_decision").pluck();
  // A Set Company makes one for each guest of an evening.
  const ofWho = database
    .prepare<[], string>(
      `SELECT decision FROM book_decision WHERE decision ->> '$.kind' = 'left-out' OR (decision ->> '$.kind' = 'fields'
       AND (json_type(decision, '$.values.name') IS NOT NULL OR json_type(decision, '$.values.numbers') IS NOT NULL))`,
    )
    .pluck();
  const isAt = database.prepare<[string], number>("SELECT 1 FROM decision_strand WHERE strand = ? LIMIT 1").pluck();
  const isAny = database.prepare<[], number>("SELECT 1 FROM decision_strand LIMIT 1").pluck();
  return {
    decide(decision: Decision): void {
      decide.run(decision.id, decision.batch, JSON.stringify(decision));
      for (const one of strandsOfDecision(decision)) tie.run(one, decision.id);
    },
    of: (batch: string) => decidedIn.all(batch).map((text) => JSON.parse(text) as Decision), // as decide wrote them
    /** Takes a batch's decisions back, or these of them. */
    undecide(batch: string, only?: readonly string[]): Decision[] {
      const all = decidedIn.all(batch).map((text) => JSON.parse(text) as Decision); // as decide wrote them
      const gone = only ? all.filter(({ id }) => only.includes(id)) : all;
      for (const { id } of gone) {
        untie.run(id);
        forget.run(id);
      }
      return gone;
    },
    at: (one: string) => tied.all(one).map((text) => JSON.parse(text) as Decision), // as decide wrote them
    /** Those by which somebody is gone, or goes by another name or number. */
    ofWho: () => ofWho.all().map((text) => JSON.parse(text) as Decision), // as decide wrote them
    all: () => all.all().map((text) => JSON.parse(text) as Decision), // as decide wrote them
    isAt: (one: string) => isAt.get(one) !== undefined,
    isAny: () => isAny.get() !== undefined,
  };
}

export type DecisionStore = ReturnType<typeof decisionStore>;
