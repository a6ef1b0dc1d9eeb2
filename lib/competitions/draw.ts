import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { failpoint } from "../test-hooks";
import type { ChangedCompetition, disqualifyWinner as disqualifyContract, drawCompetition as drawContract } from "./contract";
import type { DrawInput } from "./draw/draw-step";
import { fetchRound } from "./draw/fetch-round";
import { countUp, requireVersion } from "./make";
import { type CompetitionRow, type PlaceRow, placesOf, toldOf, winnersNow } from "./rows";
import { isDrawn } from "./states";
import { factsOf, requireLegal } from "./step";
import { requireAllOf, visibleCompetition } from "./visible";

/**
 * Draws a locked competition, once: winners and reserves together. The round that was named is fetched, or was pasted; a secret is revealed.
 * @throws AppError `not_found`, `branch_forbidden`, `conflict`, `invalid_request` for a round that is another one, or that nobody signed
 */
export async function drawCompetition(
  id: string,
  { version, round }: BodyOf<typeof drawContract>,
  by: WriteBy,
  caller: Caller,
): Promise<ChangedCompetition> {
  const hub = await hubStore();
  const row = visibleCompetition(hub.sql, id, caller);
  requireAllOf(row, caller);
  requireVersion(row, version);
  requireLegal(factsOf(hub.sql, row, by.actor.id), "DRAWN");
  if (row.way === "secret" && round !== null)
    throw new AppError("invalid_request", "This competition is drawn by its secret, and by no round. Nothing was drawn.");
  const known = row.way === "drand" ? (round ?? (await fetchRound(row.round ?? 0))) : null;
  failpoint("competition-draw:begin");
  const input: Omit<DrawInput, "file" | "by"> = { id, version, at: timestamp(), round: known };
  const answer = await hub.bulk<ChangedCompetition>(by, "draw-competition", input);
  failpoint("competition-draw:committed");
  return answer;
}

/** A place of a competition whose winners are known. @throws AppError `not_found`, `conflict` */
export function placeIn(places: readonly PlaceRow[], id: string): PlaceRow {
  const place = places.find((one) => one.id === id);
  if (place) return place;
  throw new AppError("not_found", "There is no such winner. Nothing was changed. Open the competition again.");
}

/** @throws AppError `conflict` where nobody has won it yet, or its prize is given */
export function requireUnderWay({ state }: CompetitionRow): void {
  if (isDrawn(state) && state !== "PRIZE_GIVEN") return;
  const why = state === "PRIZE_GIVEN" ? "The prize of this competition is given." : "This competition is not drawn yet.";
  throw new AppError("conflict", `${why} Nothing was changed.`);
}

/** A winner, or somebody in reserve, is out and stays visible with the reason; the next one moves up. Nothing is drawn again. */
export async function disqualifyWinner(
  { id, place }: { id: string; place: string },
  { version, reason }: BodyOf<typeof disqualifyContract>,
  by: WriteBy,
  caller: Caller,
): Promise<ChangedCompetition> {
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<ChangedCompetition>> => {
    const row = visibleCompetition(hub.sql, id, caller);
    requireAllOf(row, caller);
    requireVersion(row, version);
    requireUnderWay(row);
    const places = placesOf(hub.sql, id);
    const { position, initials, disqualified_at, voucher_id } = placeIn(places, place);
    if (disqualified_at !== null) throw new AppError("conflict", "This winner is out already. Nothing was changed.");
    if (voucher_id !== "") throw new AppError("conflict", "This winner has the voucher already, and stays. Nothing was changed.");
    const at = timestamp();
    await tx.competitionPlace.update({ where: { id: place }, data: { disqualified_at: at, disqualified_by: by.actor.id, reason } });
    failpoint("competition-disqualify:place");
    const before = winnersNow(places, row.winners);
    const after = winnersNow(
      places.map((one) => (one.id === place ? { ...one, disqualified_at: at } : one)),
      row.winners,
    );
    const up = after.find((one) => !before.some((other) => other.id === one.id));
    // Who moves up is to be verified as the others were.
    const isAgain = row.state === "VERIFIED" && before.some((one) => one.id === place);
    const next = await countUp(tx, row, isAgain ? { state: "DRAWN", verified_at: null, verified_by: null } : {});
    const message = up
      ? `Place ${position} is out. @${up.username} moves up from place ${up.position}.`
      : `Place ${position} is out. ${before.some((one) => one.id === place) ? "Nobody is left in reserve." : "The winners stay."}`;
    const payload = { ...toldOf(row), position, initials, reason };
    const happened = [{ kind: "competition.disqualified" as const, subjects: [id, place], payload }];
    return { answer: { ok: true, message, id, version: next, state: isAgain ? "DRAWN" : row.state }, happened };
  });
}
