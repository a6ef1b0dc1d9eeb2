import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk-steps";
import { env } from "../../env";
import { momentNow } from "../booking";
import { rowsByIds } from "../rows";
import { mayOf, showAll } from "../show";
import type { searchReservations } from "./contract";
import type { SearchReservationsInput } from "./search-step";

const SHOWN = 50;

/** Reservations of any day: those to come first, the next one on top, then those that are over, the newest first. */
export async function searchOf(
  branch: Branch,
  { search }: NonNullable<QueryOf<typeof searchReservations>>,
  caller: Caller,
): Promise<AnswerOf<typeof searchReservations>> {
  const { sql, file } = await branch.table();
  const input: SearchReservationsInput = {
    tables: file,
    search,
    today: momentNow().today,
    seesPhones: mayOf(caller).phones,
    countryCode: env().DEFAULT_COUNTRY_CODE,
    most: SHOWN + 1,
  };
  const found = await runBulk<string[]>("search-reservations", input);
  const rows = rowsByIds(sql, found.slice(0, SHOWN));
  return { reservations: await showAll(branch, rows, caller), more: found.length > SHOWN };
}
