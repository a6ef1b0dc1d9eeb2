import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import { failpoint } from "../../test-hooks";
import type { ChangedCompetition } from "../contract";
import { lockedComments } from "../entries/stored-comments";
import { type CompetitionRow, competitionById, toldOf } from "../rows";
import { entriesOfList, entryIdOf, sha256 } from "./canonical";
import type { Round } from "./quicknet";
import { drawn, type RankedEntry, ranked } from "./rank";
import { randomnessOf } from "./verify-round";

export interface DrawInput {
  /** The hub. */
  file: string;
  by: WriteBy;
  id: string;
  version: number;
  /** ISO 8601. */
  at: string;
  /** As it was fetched or pasted; null where a secret draws. */
  round: (Round & { randomness?: string }) | null;
}

/** Draws, in a thread and in one transaction: the round's signature is checked, everybody is put in their place, and the first are the winners. */
export function drawList({ file, by, id, version, at, round }: DrawInput): ChangedCompetition {
  return bulkWrite(file, by, (database) => {
    const row = competitionById(database, id);
    if (row?.state !== "LOCKED" || row.version !== version)
      throw new AppError("conflict", "Somebody has changed this competition in between. Nothing was drawn. Look at it again.");
    const canonical = listOf(database, row);
    const randomness = row.way === "secret" ? secretOf(database, row) : roundsRandomness(row, round);
    const all = ranked(entriesOfList(canonical), randomness);
    const places = drawn(all, row.winners + row.reserves);
    writePlaces(database, id, places);
    failpoint("competition-draw:places");
    const lines = all.map(({ score, entry, person, initials }) => `${score} ${entry} ${person} ${initials}\n`).join("");
    database.prepare("UPDATE competition_list SET ranked = ? WHERE competition_id = ?").run(lines, id);
    const values = { id, at, who: by.actor.id, randomness, signature: round?.signature ?? null };
    database
      .prepare(
        `UPDATE competition SET state = 'DRAWN', version = version + 1, updated_at = @at, drawn_at = @at, drawn_by = @who,
          randomness = @randomness, signature = @signature WHERE id = @id`,
      )
      .run(values);
    const winners = Math.min(row.winners, places.length);
    const counted = { winners, reserves: places.length - winners };
    const payload = { ...toldOf(row), randomness, round: row.round, ...counted };
    const message = `${row.title} is drawn: ${counted.winners} ${counted.winners === 1 ? "winner" : "winners"}, ${counted.reserves} in reserve. Check each winner by hand.`;
    const answer: ChangedCompetition = { ok: true, message, id, version: version + 1, state: "DRAWN" };
    return { answer, happened: [{ kind: "competition.drawn" as const, subjects: [id], payload }] };
  });
}

/** What was locked, looked at once more: nobody draws from a list that is not the one that was published. */
function listOf(database: Database.Database, { id, list_sha256 }: CompetitionRow): string {
  const canonical = database.prepare<[string], string>("SELECT canonical FROM competition_list WHERE competition_id = ?").pluck().get(id);
  if (canonical !== undefined && sha256(canonical) === list_sha256) return canonical;
  throw new AppError(
    "conflict",
    "The list is not the one that was locked: its SHA-256 is another one. Nothing was drawn. Restore a backup of the hub.",
  );
}

function secretOf(database: Database.Database, { id, commitment }: CompetitionRow): string {
  const secret = database.prepare<[string], string | null>("SELECT secret FROM competition WHERE id = ?").pluck().get(id) ?? "";
  if (sha256(secret) === commitment) return secret;
  throw new AppError("conflict", "The secret is not the one whose hash was published. Nothing was drawn.");
}

function roundsRandomness({ round: named }: CompetitionRow, round: DrawInput["round"]): string {
  if (!round) throw new AppError("invalid_request", "Give the round as it was published. Nothing was drawn.");
  if (round.round !== named) throw refused(`This is round ${round.round}, and round ${named} was named when the list was locked.`);
  const randomness = randomnessOf(round);
  if (randomness === null) throw refused(`The League of Entropy has not signed this for round ${named}.`);
  if (round.randomness && round.randomness !== randomness) throw refused("This randomness is not that of the signature.");
  return randomness;
}

const refused = (why: string) =>
  new AppError("invalid_request", `${why} Nothing was drawn. Copy round and signature from the page of drand again.`);

function writePlaces(database: Database.Database, id: string, places: readonly RankedEntry[]): void {
  const wanted = new Set(places.map(({ entry }) => entry));
  const comments = new Map(
    lockedComments(database, id)
      .filter(({ removed }) => removed === null)
      .map((one) => [entryIdOf(one), one] as const)
      .filter(([entry]) => wanted.has(entry)),
  );
  const insert = database.prepare(
    "INSERT INTO competition_place (id, competition_id, position, entry, score, comment_id, username, initials) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  places.forEach(({ entry, score, initials }, index) => {
    const comment = comments.get(entry); // of somebody who was erased since only the line is left
    insert.run(uuid(), id, index + 1, entry, score, comment?.comment_id ?? "", comment?.username ?? "", initials);
  });
}
