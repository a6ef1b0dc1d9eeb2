import type Database from "better-sqlite3";

const prepared = new WeakMap<Database.Database, Map<string, Database.Statement>>();

const listeners = new WeakMap<Database.Database, (error: unknown) => void>();

/** From now on whoever reads over this connection by `statement` and fails is heard of. */
export function hearFailures(sql: Database.Database, listener: (error: unknown) => void): void {
  listeners.set(sql, listener);
}

/** A connection's statement, prepared when it is first asked for: preparing costs more than running it. */
export function statement<Parameters extends unknown[], Row>(sql: Database.Database, text: string): Database.Statement<Parameters, Row> {
  const statements = prepared.get(sql) ?? new Map<string, Database.Statement>();
  prepared.set(sql, statements);
  const found = statements.get(text) ?? prepare(sql, text);
  statements.set(text, found);
  return found as Database.Statement<Parameters, Row>; // the text decides both
}

function prepare(sql: Database.Database, text: string): Database.Statement {
  const hear = listeners.get(sql);
  if (!hear) return sql.prepare(text);
  const heard = <Arguments extends unknown[], Answer>(work: (...given: Arguments) => Answer) => {
    return (...given: Arguments): Answer => {
      try {
        return work(...given);
      } catch (error) {
        hear(error);
        throw error;
      }
    };
  };
  const found = heard(() => sql.prepare(text))();
  found.get = heard(found.get.bind(found));
  found.all = heard(found.all.bind(found));
  return found;
}
