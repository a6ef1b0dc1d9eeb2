import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { bySystem } from "../../db/actor";
import { branchStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { Store } from "../../db/store";
import { env } from "../../env";
import type { BranchKey } from "../../known-branches";
import { takeBackUntrue } from "../messages/take-back";
import { DELETED } from "../rows";
import type { TakeBookersInput, TakenBooker } from "./take-bookers-step";

const DUE = "SELECT 1 FROM reservation WHERE booker_taken < booker_version LIMIT 1";

/**
 * The guest book takes who booked since the last look; then the reservations know that it has, and what was deleted leaves its row. A book
 * that was restored is told of all of them anew: what the reservations believe it has is no longer true of it.
 */
export async function publishBookers(branch: BranchKey): Promise<void> {
  const tables = await branchStore(branch, "table");
  let anew = await isOtherBook(branch, tables.sql);
  if (anew) await forgetTaken(tables);
  const seen = new Set<string>();
  while (anew || statement<[], unknown>(tables.sql, DUE).get() !== undefined) {
    // What waits for the guest of a deleted one is found by its row, which goes then.
    await takeBackUntrue(branch);
    const book = await branchStore(branch, "contacts");
    const by = bySystem("reservations");
    const input: Omit<TakeBookersInput, "file" | "by"> = {
      tables: tables.file,
      branch,
      hours: eveningHours(env()),
      countryCode: env().DEFAULT_COUNTRY_CODE,
      anew,
    };
    const taken = await book.bulk<TakenBooker[]>(by, "take-bookers", input);
    await tables.write(by, async (tx) => {
      for (const { id, version, isGone } of taken) {
        if (isGone)
          await tx.reservation.deleteMany({
            where: { id, status: DELETED, messages: { none: { state: "withdraw", task_id: { not: null } } } },
          });
        else await tx.reservation.updateMany({ where: { id, booker_taken: { lt: version } }, data: { booker_taken: version } });
      }
      const value = newestOf(book.sql);
      await tx.storeInfo.upsert({ where: { name: TAKEN_BY }, create: { name: TAKEN_BY, value }, update: { value } });
      return { answer: undefined, happened: [] };
    });
    // What a worker has in its hands at this moment keeps the row of a deleted one until the next look.
    if (taken.every(({ id }) => seen.has(id))) return;
    for (const { id } of taken) seen.add(id);
    anew = false;
  }
}

/** In the table store's `store_info`: the newest event of the book as it took bookers last, by which a restored one is known. */
const TAKEN_BY = "bookers_taken_by";
const SEEN = "SELECT value FROM store_info WHERE name = ?";
const NEWEST = "SELECT seq || ' ' || id AS event FROM event ORDER BY seq DESC LIMIT 1";
const EVENT_AT = "SELECT seq || ' ' || id AS event FROM event WHERE seq = ?";

const newestOf = (book: Database.Database): string => statement<[], { event: string }>(book, NEWEST).get()?.event ?? "";

/** Whether the book lacks what it had when it took bookers last; false where that was never noted. */
async function isOtherBook(branch: BranchKey, tables: Database.Database): Promise<boolean> {
  const seen = statement<[string], { value: string }>(tables, SEEN).get(TAKEN_BY)?.value;
  if (!seen) return false;
  const book = await branchStore(branch, "contacts");
  return statement<[number], { event: string }>(book.sql, EVENT_AT).get(Number(seen.split(" ")[0]))?.event !== seen;
}

/** So many rows of a large store in one transaction, that nobody waits long for their own. */
const AT_ONCE = 2_000;

/** Every booker is due again, except whoever was erased: of them nothing is to be told. Done by halves it is done again. */
async function forgetTaken(tables: Store<"table">): Promise<void> {
  const next = "SELECT id FROM reservation WHERE id > ? ORDER BY id LIMIT ?";
  for (let after = ""; ; ) {
    const ids = statement<[string, number], { id: string }>(tables.sql, next)
      .all(after, AT_ONCE)
      .map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await tables.write(bySystem("reservations"), async (tx) => {
      await tx.$executeRaw`
        UPDATE reservation SET booker_taken = 0 WHERE id > ${after} AND id <= ${last} AND NOT (name = 'Erased guest' AND phones = '')`;
      return { answer: undefined, happened: [] };
    });
    after = last;
  }
}
