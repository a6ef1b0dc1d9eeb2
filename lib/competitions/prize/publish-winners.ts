import { eveningHours } from "../../business-day";
import { bySystem } from "../../db/actor";
import { branchStore, hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env, keptBranches } from "../../env";
import { type BranchKey, isRestaurant } from "../../known-branches";
import { log } from "../../log";
import { startRoutine } from "../../routine";
import { pauseBetweenLooks } from "../../test-hooks";
import type { TakenWinner, TakeWinnersInput } from "./take-winners-step";

const DUE = "SELECT DISTINCT guest_branch FROM competition_place WHERE guest_taken < guest_version AND guest_phones <> ''";
/** How often is looked whether a winner was left out of the book, in milliseconds. */
const LOOK_EVERY = 60_000;

/** A branch's guest book takes the winners who were named since; then their places know which guests they are. */
export async function publishWinners(branch: BranchKey): Promise<void> {
  const [hub, book] = [await hubStore(), await branchStore(branch, "contacts")];
  const by = bySystem("competitions");
  const input: Omit<TakeWinnersInput, "file" | "by"> = {
    ...{ hub: hub.file, branch, hours: eveningHours(env()), countryCode: env().DEFAULT_COUNTRY_CODE },
  };
  const taken = await book.bulk<TakenWinner[]>(by, "take-winners", input);
  if (taken.length === 0) return;
  await hub.write(by, async (tx) => {
    for (const { id, version, guest_id, is_new } of taken) {
      const where = { id, guest_branch: branch, guest_taken: { lt: version } };
      // Whether they were new is known when the book hears of them first.
      await tx.competitionPlace.updateMany({ where: { ...where, guest_taken: 0 }, data: { is_new } });
      await tx.competitionPlace.updateMany({ where, data: { guest_taken: version, guest_id } });
    }
    return { answer: undefined, happened: [] };
  });
}

async function look(): Promise<void> {
  const { sql } = await hubStore();
  const kept = keptBranches();
  for (const branch of statement<[], string>(sql, DUE).pluck().all())
    if (isRestaurant(branch) && kept.includes(branch))
      await publishWinners(branch).catch((error: unknown) =>
        log().warn({ err: error, branch }, "a guest book did not hear of its winners"),
      );
}

/** Looks from now on whether a book lacks a winner whom somebody has named. @returns ends it */
export const startPublishingWinners = (): (() => Promise<void>) =>
  startRoutine(pauseBetweenLooks(LOOK_EVERY), "guest books did not hear of winners", look);
