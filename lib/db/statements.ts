import type Database from "better-sqlite3";

const prepared = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** A connection's statement, prepared when it is first asked for: preparing costs more than running it. */
export function statement<Parameters extends unknown[], Row>(sql: Database.Database, text: string): Database.Statement<Parameters, Row> {
  const statements = prepared.get(sql) ?? new Map<string, Database.Statement>();
  prepared.set(sql, statements);
  const found = statements.get(text) ?? sql.prepare(text);
  statements.set(text, found);
  return found as Database.Statement<Parameters, Row>; // the text decides both
}
