import type Database from "better-sqlite3";
import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { failpoint } from "../test-hooks";
import type { ChangedCompetition, stepCompetition as stepContract } from "./contract";
import { countUp, requireVersion } from "./make";
import { COMPETITION_RIGHTS } from "./rights";
import { type CompetitionRow, placesOf, toldOf, winnersNow } from "./rows";
import { type DecidedState, type StepFacts, whyNot } from "./states";
import { requireAllOf, visibleCompetition } from "./visible";

/** What each step needs. */
const NEEDS: Record<DecidedState, string> = {
  OPEN: "edit",
  CLOSED: "edit",
  CANCELLED: "edit",
  VERIFIED: "draw",
  PRIZE_GIVEN: "draw",
};

/** What the steps of a competition hang on. @param who the id of whoever asks */
export function factsOf(sql: Database.Database, row: CompetitionRow, who: string): StepFacts {
  const winners = winnersNow(placesOf(sql, row.id), row.winners);
  return {
    state: row.state,
    now: timestamp(),
    opens_at: row.opens_at,
    closes_at: row.closes_at,
    draws_at: row.draws_at,
    entries: row.entries ?? hasComments(sql, row.id),
    is_makers: row.created_by === who,
    two_people: row.two_people,
    winners: winners.length,
    given: winners.filter(({ voucher_id }) => voucher_id !== "").length,
  };
}

const hasComments = (sql: Database.Database, id: string): number =>
  statement<[string], { n: number }>(sql, "SELECT EXISTS (SELECT 1 FROM competition_entry WHERE competition_id = ?) AS n").get(id)?.n ?? 0;

/** @throws AppError `conflict` with why a step cannot be taken now */
export function requireLegal(facts: StepFacts, to: StepFacts["state"]): void {
  const why = whyNot(facts, to);
  if (why !== null) throw new AppError("conflict", `${why} Nothing was changed.`);
}

/** Takes a step that somebody decides. @throws AppError `not_found`, `forbidden`, `branch_forbidden`, `conflict` for no legal one */
export async function stepCompetition(
  id: string,
  { version, to, reason }: BodyOf<typeof stepContract>,
  by: WriteBy,
  caller: Caller,
): Promise<ChangedCompetition> {
  caller.requirePermission(NEEDS[to] === "edit" ? COMPETITION_RIGHTS.edit : COMPETITION_RIGHTS.draw);
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<ChangedCompetition>> => {
    const row = visibleCompetition(hub.sql, id, caller);
    requireAllOf(row, caller);
    requireVersion(row, version);
    requireLegal(factsOf(hub.sql, row, by.actor.id), to);
    if (to === "CANCELLED" && reason === "") {
      const message = "Say why it is cancelled: who took part will ask. Nothing was changed.";
      throw new AppError("invalid_request", message, { issues: [{ path: "reason", message }] });
    }
    const at = timestamp();
    const next = await countUp(tx, row, {
      state: to,
      ...(to === "CANCELLED" && { reason }),
      ...(to === "VERIFIED" && { verified_at: at, verified_by: by.actor.id }),
      ...(to === "PRIZE_GIVEN" && { given_at: at, given_by: by.actor.id }),
    });
    failpoint("competition-step:row");
    const answer = { ok: true as const, message: `${row.title}: ${SAID[to]}`, id, version: next, state: to };
    const payload = { ...toldOf(row), from: row.state, to, reason: to === "CANCELLED" ? reason : "" };
    return { answer, happened: [{ kind: "competition.stepped", subjects: [id], payload }] };
  });
}

const SAID: Record<DecidedState, string> = {
  OPEN: "it is open. Comments can be brought in.",
  CLOSED: "it is closed. Bring in the last comments, then lock the list.",
  CANCELLED: "it is cancelled.",
  VERIFIED: "the winners are verified.",
  PRIZE_GIVEN: "the prize is given.",
};
