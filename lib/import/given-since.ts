import type Database from "better-sqlite3";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import type { GivenSince, GivenSinceInput } from "./given-since-step";

/** What guests were given since an import, by the hub: vouchers and points know no book. */
export async function givenSince(book: Database.Database, importId: string): Promise<GivenSince[]> {
  const since = statement<[string, string], string>(book, "SELECT said_at FROM source_record WHERE id > ? AND id < ? LIMIT 1")
    .pluck()
    .get(`${importId}/`, `${importId}0`);
  if (since === undefined) return []; // nothing of it is in
  const { file } = await hubStore();
  const input: GivenSinceInput = { hub: file, since };
  return runBulk<GivenSince[]>("given-since", input);
}
