import type { AnswerOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { timestamp } from "../clock";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import type { EventPayloads } from "../events";
import { isLateUndo } from "../undo-loss";
import type { lastImport as contract } from "./contract";
import { importsUnderWay } from "./large-import";
import { NEWEST_TO_UNDO } from "./undo-limits";

/** The newest import that is not undone and can be, and a large one that has not ended. */
export async function lastImport(branch: Branch): Promise<AnswerOf<typeof contract>> {
  const store = await branch.contacts();
  const { sql } = store;
  const [left] = importsUnderWay(store);
  const unfinished = left
    ? { import_id: left.id, file: left.file_name, rows: left.rows, done: left.done, direction: left.direction }
    : null;
  const newest = statement<[], { at: string; actor_id: string; payload: string }>(sql, NEWEST_TO_UNDO).get();
  if (!newest) return { import: null, unfinished };
  const { import_id = "", inserted, filled } = JSON.parse(newest.payload) as EventPayloads["contacts.imported"]; // as importRows wrote it
  const by = userName((await hubStore()).sql, newest.actor_id) ?? "somebody";
  return { import: { import_id, at: newest.at, is_late: isLateUndo(newest.at, timestamp()), by, inserted, filled }, unfinished };
}
