import { SEES_ALLERGIES } from "../../allergies/hidden";
import { knownAllergies } from "../../allergies/known";
import { type Caller, holds, mayWorkIn } from "../../caller";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk-steps";
import { branchStore } from "../../db/find-store";
import { env, keptBranches } from "../../env";
import { type BranchKey, restaurants } from "../../known-branches";
import { log } from "../../log";
import { optedOut } from "../../queue/recipients/opted-out";
import type { ReservationRow } from "../rows";
import type { ReservationGuest } from "../shapes";
import type { KnownBooker, KnownBookersInput } from "./known-step";

/** From so many no-shows on somebody calls to confirm (docs/design/open-screens.md 2.1, point 8). */
const CALL_FROM = 2;

/**
 * What the house knows of those who booked, in the branches that the caller may see. A branch whose stores cannot be read says nothing;
 * where nothing can be read at all, the reservations are shown without it.
 */
export async function knownOf(
  branch: Branch,
  rows: readonly ReservationRow[],
  caller: Pick<Caller, "requirePermission" | "branches">,
): Promise<Map<string, ReservationGuest>> {
  if (rows.length === 0) return new Map();
  const allowed = restaurants().filter((key) => keptBranches().includes(key) && (key === branch.key || mayWorkIn(caller.branches, key)));
  const bookers = rows.map(({ id, name, phones, business_day: date }) => ({ id, name, phones, date }));
  const input: KnownBookersInput = {
    branch: branch.key,
    books: await filesOf(allowed, "contacts"),
    tables: await filesOf(allowed, "table"),
    bookers,
    countryCode: env().DEFAULT_COUNTRY_CODE,
  };
  const known = await runBulk<Record<string, KnownBooker>>("known-bookers", input).catch((error: unknown) => {
    log().warn({ err: error, branch: branch.key }, "reservations are shown without what is known of their guests");
    return {} as Record<string, KnownBooker>;
  });
  const saidNo = await optedOut(rows.map(({ phones }) => phones));
  const allergies = await knownAllergies(caller);
  const sees = holds(caller, SEES_ALLERGIES);
  return new Map(
    rows.flatMap((row) => {
      const found = known[row.id];
      if (!found) return [];
      const { phones, also, birthday: _, ...shown } = found;
      const guest: ReservationGuest = {
        ...shown,
        allergies: sees ? allergies.of({ name: found.name, also, phones, allergies: found.allergies }) : "",
        first_visit: found.visits === 0,
        call_to_confirm: found.no_shows >= CALL_FROM,
        opted_out: saidNo.has(row.phones),
      };
      return [[row.id, guest] as const];
    }),
  );
}

async function filesOf(branches: readonly BranchKey[], kind: "contacts" | "table"): Promise<Record<string, string>> {
  const files = await Promise.all(
    branches.map((branch) =>
      branchStore(branch, kind, "probe").then(
        ({ file }) => [[branch, file] as const],
        () => [],
      ),
    ),
  );
  return Object.fromEntries(files.flat());
}
