import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import { FOLDERS } from "../../data-folders";
import type { WriteBy } from "../../db/actor";
import { dataDir } from "../../db/files";
import { hubStore } from "../../db/find-store";
import { findReceipt } from "../../db/idempotency-receipts";
import { removeLeftovers } from "../../db/leftovers";
import { env } from "../../env";
import { AppError } from "../../errors";
import { fileOfForm } from "../../http/form-file";
import { sha256Of } from "../../menu-versions/files";
import { isBeforeLock, stateInWords } from "../states";
import { requireAllOf, visibleCompetition } from "../visible";
import { commentsOfPost } from "./comments-call";
import { bringEntries as contract, LARGEST_FILE, type TakenComments } from "./contract";
import type { TakeCommentsInput } from "./take-step";

/** @returns the post's media id @throws AppError `not_found`, `branch_forbidden`, `conflict` after the lock */
async function requireTaking(id: string, caller: Caller): Promise<string> {
  const hub = await hubStore();
  const row = visibleCompetition(hub.sql, id, caller);
  requireAllOf(row, caller);
  if (isBeforeLock(row.state)) return row.media_id;
  throw new AppError("conflict", `This competition is ${stateInWords(row.state)}: no comment comes in any more. Nothing was changed.`);
}

async function take(id: string, source: TakeCommentsInput["source"], from: TakeCommentsInput["from"], by: WriteBy): Promise<TakenComments> {
  const hub = await hubStore();
  const input: Omit<TakeCommentsInput, "file" | "by"> = { id, source, at: timestamp(), timeZone: env().TIME_ZONE, from };
  return hub.bulk<TakenComments>(by, "take-comments", input);
}

/** Takes the comments of a file, which goes to the disk while it comes in, and away again. */
export async function bringEntries(
  id: string,
  request: Request,
  source: "file" | "paste",
  by: WriteBy,
  caller: Caller,
): Promise<TakenComments> {
  await requireTaking(id, caller);
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  removeLeftovers(folder, (name) => name.endsWith(".comments"));
  const upload = path.join(folder, `${randomUUID()}.comments`);
  try {
    const type = (request.headers.get("content-type") ?? "").toLowerCase();
    if (!type.startsWith("multipart/form-data"))
      throw new AppError("unsupported_media_type", "Send the comments as the field `file` of a form. Nothing was changed.");
    const form = await fileOfForm(request, "file", LARGEST_FILE);
    if (!form) throw new AppError("invalid_request", "No file came along. Nothing was changed. Choose the file with the comments.");
    const target = await open(upload, "wx", 0o600);
    await pipeline(form.bytes, target.createWriteStream(), { signal: request.signal });
    if (by.receipt) by.receipt.body_hash += ` ${await sha256Of(upload)}`; // the key is this call's own together with the file alone
    const { sql } = await hubStore();
    const earlier = by.receipt && findReceipt(sql, by.receipt);
    return earlier ? contract.answer.parse(earlier.answer) : await take(id, source, { upload }, by);
  } finally {
    await rm(upload, { force: true });
  }
}

/** Takes the comments of the post by the official call. @throws AppError `conflict` with what to do where it does not answer */
export async function fetchEntries(id: string, signal: AbortSignal, by: WriteBy, caller: Caller): Promise<TakenComments> {
  const media = await requireTaking(id, caller);
  if (media === "")
    throw new AppError("conflict", "The post’s media id is not known. Nothing was changed. Write it down in the competition first.");
  const comments = await commentsOfPost(media, signal);
  if (comments.length === 0) {
    const message = "The post has no comment yet. Nothing was changed.";
    return { ok: true, message, added: 0, doubles: 0, edited: 0, wrong: [], wrong_count: 0 };
  }
  return take(id, "call", { comments }, by);
}
