import { createHash, type Hash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { FOLDERS } from "../data-folders";
import { dataDir } from "../db/files";
import { removeLeftovers } from "../db/leftovers";
import { AppError } from "../errors";
import { bodyPieces } from "../http/body";
import { fileOfForm, jsonOfForm } from "../http/form-file";
import { type ImportForm, importForm } from "./contract";
import { isRowsFile } from "./rows-file";

/** A file that was sent, on the server's own disk. */
export interface Uploaded extends ImportForm {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  charset: string;
  /** The mark of what it holds, and of what was said of it: two files of one length are two imports, whatever their key. */
  contents: string;
}

/**
 * Takes the file of a call and works on it. It goes to a file first, so that neither its length nor a slow line costs memory
 * or holds a store; that file is gone when the work has ended.
 * @throws AppError `too_large`, `unsupported_media_type`, `invalid_request` for a form without a whole file
 */
export async function withUpload<Result>(request: Request, limit: number, work: (uploaded: Uploaded) => Promise<Result>): Promise<Result> {
  const folder = path.join(dataDir(), FOLDERS.uploads);
  const file = path.join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  removeLeftovers(folder, (name) => !isRowsFile(name)); // those of a large import are needed for longer
  try {
    const { fileName, format, charset, bytes, texts } = await uploadOf(request, limit);
    const contents = createHash("sha256");
    // Opened before anything can fail: a stream opens its file later, and would make it anew after it was taken away.
    const target = await open(file, "wx");
    await pipeline(bytes, passThrough(contents), target.createWriteStream(), { signal: request.signal });
    const said = jsonOfForm(importForm, texts);
    contents.update(JSON.stringify(said));
    return await work({ path: file, fileName, format, charset, contents: contents.digest("hex"), ...said });
  } finally {
    await rm(file, { force: true });
  }
}

/** Lets the bytes by, and takes their fingerprint. */
function passThrough(contents: Hash) {
  return async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      contents.update(piece);
      yield piece;
    }
  };
}

interface Upload {
  fileName: string;
  format: "vcard" | "csv" | null;
  /** As the sender names it. */
  charset: string;
  bytes: AsyncIterable<Uint8Array>;
  /** What stood in the form beside it; known once the bytes were read. */
  texts: Readonly<Record<string, string>>;
}

async function uploadOf(request: Request, limit: number): Promise<Upload> {
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/.exec(type)?.[1] ?? "";
  if (/^text\/(x-)?(vcard|directory)/.test(type))
    return { fileName: "", format: "vcard", charset, bytes: bodyPieces(request, limit), texts: {} };
  if (
    /^text\/(csv|plain|tab-separated-values)|^application\/(csv|vnd\.(ms-excel|openxmlformats-officedocument\.spreadsheetml\.sheet))/.test(
      type,
    )
  ) {
    return { fileName: "", format: type.startsWith("text/plain") ? null : "csv", charset, bytes: bodyPieces(request, limit), texts: {} };
  }
  if (type.startsWith("multipart/form-data")) {
    const file = await fileOfForm(request, "file", limit, Object.keys(importForm.shape));
    if (file) return { ...file, format: null, charset: "" };
    throw new AppError("invalid_request", "Choose a vCard, CSV or Excel file.", {
      issues: [{ path: "file", message: "Choose a vCard, CSV or Excel file." }],
    });
  }
  throw new AppError(
    "unsupported_media_type",
    "Send the file as text/vcard, text/csv, an Excel workbook, or as the field `file` of a form.",
  );
}
