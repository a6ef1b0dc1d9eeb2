import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { failpoint } from "../test-hooks";
import type { lockCompetition as lockContract } from "./contract";
import type { LockInput } from "./draw/lock-step";
import { requireVersion } from "./make";
import { factsOf, requireLegal } from "./step";
import { requireAllOf, visibleCompetition } from "./visible";

type Answer = AnswerOf<typeof lockContract>;

/** A round that is named must lie ahead of every clock that could be wrong by a little, in milliseconds; and not so far that it is forgotten. */
const EARLIEST = 60_000;
const LATEST = 31 * 24 * 3_600_000;

/** Locks the list of a competition, for good. @throws AppError `not_found`, `branch_forbidden`, `conflict`, `invalid_request` for a time */
export async function lockCompetition(
  id: string,
  { version, way, draws_at }: BodyOf<typeof lockContract>,
  by: WriteBy,
  caller: Caller,
): Promise<Answer> {
  const hub = await hubStore();
  const row = visibleCompetition(hub.sql, id, caller);
  requireAllOf(row, caller);
  requireVersion(row, version);
  requireLegal(factsOf(hub.sql, row, by.actor.id), "LOCKED");
  requireAhead(draws_at, way);
  const input: Omit<LockInput, "file" | "by"> = {
    ...{ id, version, way, at: timestamp(), timeZone: env().TIME_ZONE },
    draws_at: new Date(draws_at).toISOString(),
  };
  const answer = await hub.bulk<Answer>(by, "lock-competition", input);
  failpoint("competition-lock:committed");
  return answer;
}

function requireAhead(draws_at: string, way: LockInput["way"]): void {
  const ahead = Date.parse(draws_at) - now().getTime();
  const message =
    ahead > LATEST
      ? "This is more than a month ahead. Nothing was locked. Choose an earlier time."
      : way === "drand" && ahead < EARLIEST
        ? "The round has to lie ahead, so that nobody can know it: choose a time at least a minute from now. Nothing was locked."
        : ahead < -EARLIEST
          ? "This is over already, and the proof would say that the secret was told before the lock. Nothing was locked. Choose a time from now on."
          : null;
  if (message) throw new AppError("invalid_request", message, { issues: [{ path: "draws_at", message }] });
}
