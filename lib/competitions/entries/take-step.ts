import { readFileSync } from "node:fs";
import type Database from "better-sqlite3";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import { failpoint } from "../../test-hooks";
import { sha256 } from "../draw/canonical";
import { competitionById, toldOf } from "../rows";
import { isBeforeLock, stateInWords } from "../states";
import { MOST_COMMENTS, type TakenComments } from "./contract";
import type { SeenComment } from "./judge";
import { type ReadComments, readComments } from "./read-comments";

export interface TakeCommentsInput {
  /** The hub. */
  file: string;
  by: WriteBy;
  id: string;
  source: "file" | "paste" | "call";
  /** ISO 8601. */
  at: string;
  timeZone: string;
  /** What was brought in: a file on the disk, or comments as the official call gave them. */
  from: { upload: string } | { comments: SeenComment[] };
}

/** Takes comments in, in a thread: those that are there are counted, and one with another text stands beside what was seen before. */
export function takeComments({ file, by, id, source, at, timeZone, from }: TakeCommentsInput): TakenComments {
  const read = readFrom(from, timeZone);
  if (read.comments.length === 0) throw nothingRead(read);
  return bulkWrite(file, by, (database) => {
    const row = competitionById(database, id);
    if (!row || !isBeforeLock(row.state)) {
      const is = row ? stateInWords(row.state) : "gone";
      throw new AppError("conflict", `This competition is ${is}: no comment comes in any more. Nothing was changed.`);
    }
    const { added, doubles, edited } = write(database, id, read.comments, source, at);
    failpoint("competition-entries:written");
    const { wrong, wrong_count } = read;
    const counts = { added, doubles, edited, wrong: wrong_count };
    const answer: TakenComments = { ok: true, message: inWords(counts), added, doubles, edited, wrong, wrong_count };
    return {
      answer,
      happened: [{ kind: "competition.entries_taken" as const, subjects: [id], payload: { ...toldOf(row), source, ...counts } }],
    };
  });
}

function readFrom(from: TakeCommentsInput["from"], timeZone: string): ReadComments {
  if ("comments" in from) return { comments: from.comments, wrong: [], wrong_count: 0 };
  return readComments(decoded(readFileSync(from.upload)), timeZone);
}

/** UTF-8, or the UTF-16 that spreadsheets call Unicode. @throws AppError `invalid_request` */
function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(
      "invalid_request",
      "This file is no text in UTF-8. Nothing was brought in. Save it as CSV (UTF-8), then bring it in.",
    );
  }
}

function nothingRead({ wrong, wrong_count }: ReadComments): AppError {
  const [first] = wrong;
  const why = first ? ` Line ${first.line}: ${first.reason}` : "";
  const many = wrong_count > 1 ? ` ${wrong_count} lines are wrong.` : "";
  const what =
    "No comment was read. Nothing was changed. Bring in a table with the columns username and text, or lines that begin with a user’s name.";
  return new AppError("invalid_request", `${what}${why}${many}`);
}

function write(database: Database.Database, id: string, comments: readonly SeenComment[], source: string, at: string) {
  const known = database.prepare<[string, string], { text: string; said: string }>(
    "SELECT text, said FROM competition_entry WHERE competition_id = ? AND comment_id = ?",
  );
  const again = database.prepare("UPDATE competition_entry SET seen = seen + 1 WHERE competition_id = ? AND comment_id = ? AND said = ?");
  const insert = database.prepare(
    "INSERT INTO competition_entry (competition_id, comment_id, username, text, commented_at, said, source, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  let [added, doubles, edited] = [0, 0, 0];
  for (const { comment_id, username, text, commented_at } of comments) {
    const said = sha256(JSON.stringify([username, commented_at, text]));
    const forms = known.all(id, comment_id);
    if (forms.some((form) => form.said === said)) {
      doubles++;
      again.run(id, comment_id, said);
      continue;
    }
    if (forms.length === 0) added++;
    else if (forms.some((form) => form.text === text)) doubles++;
    else edited++;
    insert.run(id, comment_id, username, text, commented_at, said, source, at);
  }
  const { n } = database
    .prepare<[string], { n: number }>("SELECT count(*) AS n FROM competition_entry WHERE competition_id = ?")
    .get(id) ?? { n: 0 };
  if (n > MOST_COMMENTS) {
    const most = MOST_COMMENTS.toLocaleString("en");
    throw new AppError("too_large", `A competition takes at most ${most} comments. Nothing was brought in.`);
  }
  return { added, doubles, edited };
}

function inWords({ added, doubles, edited, wrong }: { added: number; doubles: number; edited: number; wrong: number }): string {
  const parts = [
    `${added} new ${added === 1 ? "comment" : "comments"}`,
    doubles > 0 && `${doubles} known already`,
    edited > 0 && `${edited} with another text than before`,
    wrong > 0 && `${wrong} ${wrong === 1 ? "line" : "lines"} not read`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
