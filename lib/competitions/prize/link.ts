import type { BodyOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { hubStore } from "../../db/find-store";
import { env, keptBranches } from "../../env";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { branchName } from "../../known-branches";
import { log } from "../../log";
import { hasPhoneKey, readPhones } from "../../phones";
import { requireOpen } from "../../require-open-branch";
import { failpoint } from "../../test-hooks";
import type { ChangedCompetition, linkWinner as contract } from "../contract";
import { placeIn, requireUnderWay } from "../draw";
import { countUp, requireVersion } from "../make";
import { type CompetitionRow, placesOf, toldOf, winnersNow } from "../rows";
import { requireAllOf, visibleCompetition } from "../visible";
import { publishWinners } from "./publish-winners";

type Body = BodyOf<typeof contract>;

/** Says which guest a winner is; the guest book of that restaurant hears of it, at once where it can. */
export async function linkWinner(
  { id, place }: { id: string; place: string },
  body: Body,
  by: WriteBy,
  caller: Caller,
): Promise<ChangedCompetition> {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx): Promise<Outcome<ChangedCompetition>> => {
    const row = visibleCompetition(hub.sql, id, caller);
    requireAllOf(row, caller);
    requireVersion(row, body.version);
    requireUnderWay(row);
    requirePlace(row, body, caller);
    const places = placesOf(hub.sql, id);
    const { position, username, voucher_id, linked_at, guest_branch: place_branch } = placeIn(places, place);
    if (!winnersNow(places, row.winners).some((one) => one.id === place))
      throw new AppError("conflict", "Only a winner who counts now is given a prize. Nothing was changed.");
    if (place_branch !== "" && place_branch !== body.branch)
      throw new AppError(
        "conflict",
        `This winner is a guest of ${branchName(place_branch)} already. Nothing was changed. Correct the name or the number there.`,
      );
    if (voucher_id !== "") throw new AppError("conflict", "The voucher is issued already in this guest’s name. Nothing was changed.");
    const { branch: guest_branch, name: guest_name, phones: guest_phones, language: guest_language } = body;
    const at = timestamp();
    await tx.competitionPlace.update({
      where: { id: place },
      data: { guest_branch, guest_name, guest_phones, guest_language, guest_version: { increment: 1 }, linked_at: linked_at ?? at },
    });
    failpoint("competition-link:place");
    const version = await countUp(tx, row);
    const message = `@${username} is ${guest_name}, a guest of ${branchName(guest_branch)}.`;
    const happened = [{ kind: "competition.winner_linked" as const, subjects: [id, place], payload: { ...toldOf(row), position } }];
    return { answer: { ok: true, message, id, version, state: row.state }, happened };
  });
  failpoint("competition-link:committed");
  await publishWinners(body.branch).catch((error: unknown) => log().warn({ err: error }, "a guest book did not hear of a winner yet"));
  return answer;
}

function requirePlace({ branches }: CompetitionRow, { branch, phones }: Body, caller: Caller): void {
  caller.requireBranch(branch);
  requireOpen(branch);
  if (branches.length > 0 && !branches.includes(branch))
    throw new AppError(
      "invalid_request",
      `${branchName(branch)} takes no part in this competition. Nothing was changed. Choose one that does.`,
    );
  if (!keptBranches().includes(branch))
    throw new AppError(
      "conflict",
      `The guests of ${branchName(branch)} are kept on another server. Nothing was changed. Choose a restaurant of this one.`,
    );
  if (hasPhoneKey(readPhones(phones, env().DEFAULT_COUNTRY_CODE))) return;
  const message = "This is no number by which anybody could be found again. Nothing was changed. Write it with its country code.";
  throw new AppError("invalid_request", message, { issues: [{ path: "phones", message }] });
}
