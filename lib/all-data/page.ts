import type { AnswerOf, QueryOf } from "../api/endpoint";
import { businessDayRange, eveningHours } from "../business-day";
import { type Caller, holds, mayWorkIn } from "../caller";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { restaurants } from "../known-branches";
import type { Wanted } from "./conditions";
import type { countAllData, listAllData } from "./contract";
import { cursorAt, readCursor } from "./cursor";
import type { GuestFilters } from "./filters";
import type { AllDataCountInput, AllDataFiles, AllDataPage, AllDataPageInput } from "./page-step";

/** Who asks for guests of a book, and of which restaurants they may see the tables. */
export interface Asking {
  branch: Branch;
  allBranches: () => Branch[];
  caller: Pick<Caller, "requirePermission" | "branches">;
}

/**
 * A page of a guest book, read beside the event loop.
 * @throws AppError `invalid_request` for a place of another order
 */
export async function pageOfAllData(asking: Asking, query: QueryOf<typeof listAllData>): Promise<AnswerOf<typeof listAllData>> {
  const { sort, size, cursor, ...filters } = query;
  const wanted = wantedOf(filters, seesPhones(asking.caller));
  const { files, unavailable } = await filesOf(asking);
  const after = readCursor(sort, cursor);
  const input: AllDataPageInput = { files, wanted, countryCode: env().DEFAULT_COUNTRY_CODE, sort, after, size: Number(size) };
  const { guests, next } = await runBulk<AllDataPage>("all-data-page", input);
  return { guests, next: next && cursorAt(sort, next), sees_phones: wanted.seesPhones, unavailable };
}

/** A step of counting whom the filters find. */
export async function countOfAllData(asking: Asking, query: QueryOf<typeof countAllData>): Promise<AnswerOf<typeof countAllData>> {
  const { cursor, ...filters } = query;
  const wanted = wantedOf(filters, seesPhones(asking.caller));
  const after = readCursor("count", cursor);
  const { files } = await filesOf(asking);
  const input: AllDataCountInput = { files, wanted, countryCode: env().DEFAULT_COUNTRY_CODE, after };
  const { count, next } = await runBulk<{ count: number; next: AllDataPage["next"] }>("all-data-count", input);
  return { count, next: next && cursorAt("count", next) };
}

/** Whether somebody sees whole phones in All data, and looks for guests by them. */
export const seesPhones = (caller: Pick<Caller, "requirePermission">) => holds(caller, "see_all_phones");

/** The filters with instants for business days. */
export function wantedOf({ added_from, added_to, not_seen_since, ...filters }: GuestFilters, seesWhole: boolean): Wanted {
  const dayOf = (date: string) => businessDayRange(date, eveningHours(env()));
  return {
    ...filters,
    seesPhones: seesWhole,
    added: {
      ...(added_from !== undefined && { from: dayOf(added_from).from.toISOString() }),
      ...(added_to !== undefined && { to: dayOf(added_to).to.toISOString() }),
    },
    ...(not_seen_since !== undefined && {
      not_seen: { since: not_seen_since, addedBefore: dayOf(not_seen_since).from.toISOString() },
    }),
  };
}

/** The files of a book, and of the tables at which its guests may have sat. */
export async function filesOf({ branch, allBranches, caller }: Asking): Promise<{ files: AllDataFiles; unavailable: string[] }> {
  const { file: book } = await branch.contacts();
  const { file: hub } = await hubStore();
  const tables: string[] = [];
  const unavailable: string[] = [];
  const mine = allBranches();
  for (const key of restaurants().filter((one) => mayWorkIn(caller.branches, one))) {
    const store = await mine.find((one) => one.key === key)?.table("probe").catch(() => null); // biome-ignore format: one line
    if (store) tables.push(store.file);
    else unavailable.push(key);
  }
  return { files: { book, hub, tables }, unavailable };
}
