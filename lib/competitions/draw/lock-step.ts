import { randomBytes } from "node:crypto";
import type { AnswerOf } from "../../api/endpoint";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import { dayAndTime } from "../../shown-dates";
import { failpoint } from "../../test-hooks";
import type { lockCompetition } from "../contract";
import { judgedIn } from "../entries/stored-comments";
import { competitionById, toldOf } from "../rows";
import { rulesToHash } from "../rules-text";
import { canonicalList, type DrawWay, sha256 } from "./canonical";
import { roundAfter, timeOfRound } from "./quicknet";

export interface LockInput {
  /** The hub. */
  file: string;
  by: WriteBy;
  id: string;
  version: number;
  way: "drand" | "secret";
  /** ISO 8601: from when on the randomness is to be known, and now. */
  draws_at: string;
  at: string;
  timeZone: string;
}

type Locked = AnswerOf<typeof lockCompetition>;

/**
 * Locks a list, in a thread and in one transaction: it is judged, written in its one form, hashed and bound to what will draw it. From
 * then on triggers keep all of it as it is.
 */
export function lockList({ file, by, id, version, way, draws_at, at, timeZone }: LockInput): Locked {
  return bulkWrite(file, by, (database) => {
    const row = competitionById(database, id);
    if (row?.state !== "CLOSED" || row.version !== version)
      throw new AppError("conflict", "Somebody has changed this competition in between. Nothing was locked. Look at it again.");
    const { comments, removed, entries, people } = judgedIn(database, row, at);
    if (entries === 0) throw new AppError("conflict", "No comment takes part by these rules. Nothing was locked.");
    const secret = way === "secret" ? randomBytes(32).toString("hex") : null;
    const round = way === "drand" ? roundAfter(Date.parse(draws_at)) : null;
    const commitment = secret === null ? null : sha256(secret);
    const draw: DrawWay = round === null ? { way: "secret", commitment: commitment ?? "" } : { way: "drand", round };
    const terms = {
      id,
      rules: sha256(rulesToHash(row.rules)),
      closes_at: row.closes_at,
      winners: row.winners,
      reserves: row.reserves,
      draw,
    };
    const list = canonicalList(
      terms,
      comments.filter((one) => one.removed === null),
    );
    const note = database.prepare("UPDATE competition_entry SET removed = ? WHERE competition_id = ? AND comment_id = ?");
    for (const one of comments) note.run(one.removed ?? "", id, one.comment_id);
    database.prepare("INSERT INTO competition_list (competition_id, canonical) VALUES (?, ?)").run(id, list.text);
    failpoint("competition-lock:listed");
    const known_at = round === null ? draws_at : new Date(timeOfRound(round)).toISOString();
    const values = {
      ...{
        id,
        at,
        who: by.actor.id,
        sha256: list.sha256,
        entries,
        people,
        removed: JSON.stringify(removed),
        way,
        round,
        commitment,
        secret,
      },
      draws_at: known_at,
    };
    database
      .prepare(
        `UPDATE competition SET state = 'LOCKED', version = version + 1, updated_at = @at, locked_at = @at, locked_by = @who, list_sha256 = @sha256,
          entries = @entries, people = @people, removed = @removed, way = @way, round = @round, commitment = @commitment, secret = @secret,
          draws_at = @draws_at WHERE id = @id`,
      )
      .run(values);
    const payload = { ...toldOf(row), sha256: list.sha256, entries, way, round, commitment };
    const message = `The list is locked. It is drawn by ${round === null ? "the secret from" : `round ${round}, which is published on`} ${dayAndTime(known_at, timeZone)}${round === null ? " on" : ""}.`;
    const answer: Locked = { ok: true, message, id, version: version + 1, state: "LOCKED", sha256: list.sha256, entries };
    return { answer, happened: [{ kind: "competition.locked" as const, subjects: [id], payload }] };
  });
}
