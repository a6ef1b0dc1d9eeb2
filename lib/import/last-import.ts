import type { AnswerOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import type { EventPayloads } from "../events";
import type { lastImport as contract } from "../guest-search/contract";
import { NEWEST_TO_UNDO, UNDONE_WITHIN } from "./undo-limits";

/** The newest import of the last day that is not undone. */
export async function lastImport(branch: Branch): Promise<AnswerOf<typeof contract>> {
  const { sql } = await branch.contacts();
  const since = new Date(now().getTime() - UNDONE_WITHIN).toISOString();
  const newest = statement<[string], { at: string; actor_id: string; payload: string }>(sql, NEWEST_TO_UNDO).get(since);
  if (!newest) return { import: null };
  const { import_id = "", inserted, filled } = JSON.parse(newest.payload) as EventPayloads["contacts.imported"]; // as importRows wrote it
  const by = userName((await hubStore()).sql, newest.actor_id) ?? "somebody";
  return { import: { import_id, at: newest.at, by, inserted, filled } };
}
