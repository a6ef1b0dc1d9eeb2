import type Database from "better-sqlite3";
import type { BodyOf } from "../api/endpoint";
import { localToday, now, timestamp } from "../clock";
import { AppError } from "../errors";
import type { FileAnswer } from "../http/file-route";
import type { exportPersonalData } from "./contract";
import { drawDocument } from "./document/draw";
import { languageOf, sectionsOf } from "./document/sections";
import { personOf } from "./find";
import type { FoundInStore } from "./person-step";

/**
 * All that is kept of a person, row by row, for them to have (GDPR, articles 15 and 20). Answers of calls that are kept for a day
 * are left out: they are copies, with others in them.
 * @throws AppError as `personOf` does, `not_found` where nothing is kept
 */
export async function exportPersonalDataOf({ as, language, ...whom }: BodyOf<typeof exportPersonalData>): Promise<FileAnswer> {
  const person = await personOf(whom);
  const { names, who, stores, unavailable } = person;
  const held = stores.filter(({ rows, events }) => Object.keys(rows).length > 0 || events.length > 0);
  if (held.length === 0) throw new AppError("not_found", "Nothing is kept of this person.");
  if (as === "pdf") {
    const spoken = language ?? languageOf(person);
    const body = Uint8Array.from(await drawDocument(sectionsOf(person, spoken), spoken, localToday()));
    return { body, length: body.length, fileName: `personal-data-${localToday()}.pdf`, gives: "application/pdf", noted: { format: "pdf" } };
  }
  const whole = {
    made_at: timestamp(),
    names,
    numbers: who.numbers,
    not_readable: unavailable,
    stores: held.map(({ name, store, rows, events }) => ({
      store: name,
      ...rows,
      history: historyOf(store.sql, events),
    })),
  };
  return { body: JSON.stringify(whole, null, 1), fileName: `personal-data-${now().toISOString().slice(0, 10)}.json` };
}

/** What happened and when: the whole of an entry speaks of others who sat at the table too. */
function historyOf(sql: Database.Database, events: FoundInStore["events"]): unknown[] {
  const find = sql.prepare("SELECT at, kind FROM event WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq");
  return find.all(JSON.stringify(events.map(([seq]) => seq)));
}
