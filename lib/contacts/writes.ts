import { createHash, type Hash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { bodyPieces } from "../api/body";
import type { QueryOf } from "../api/endpoint";
import { fileOfForm } from "../api/form-file";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import { dataDir } from "../db/files";
import { removeLeftovers } from "../db/leftovers";
import { firstAnswer, type ReceiptKey } from "../db/receipts";
import { env } from "../env";
import { AppError } from "../errors";
import type { FileContents, ImportInput, ReadFileInput } from "./bulk";
import { type ImportAnswer, importContacts } from "./contract";

/**
 * Brings an uploaded vCard or CSV file into a branch's guest book. The upload goes to a file first, so that neither its
 * length nor a slow line costs memory or holds the store. A caller who goes away before the store is written ends it all.
 * @throws AppError `too_large`, `unsupported_media_type`, `invalid_request` for a form without a whole file
 */
export async function importUpload(
  branch: Branch,
  request: Request,
  query: QueryOf<typeof importContacts>,
  receipt: ReceiptKey | null,
): Promise<ImportAnswer> {
  const folder = path.join(dataDir(), "uploads");
  const file = path.join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  removeLeftovers(folder, () => true);
  try {
    const { fileName, format, bytes } = await uploadOf(request);
    const contents = createHash("sha256");
    await pipeline(bytes, passThrough(contents), createWriteStream(file), { signal: request.signal });
    return await importPath(branch, {
      path: file,
      fileName,
      format,
      signal: request.signal,
      receipt: receipt && { ...receipt, body_hash: `${receipt.body_hash} ${contents.digest("hex")}` },
      dryRun: query.dry_run === "true",
      countryCode: query.country_code,
    });
  } finally {
    await rm(file, { force: true });
  }
}

/** Lets the bytes by, and takes their fingerprint: two files of one length are two imports, whatever their key. */
function passThrough(contents: Hash) {
  return async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      contents.update(piece);
      yield piece;
    }
  };
}

interface FileToImport {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  receipt: ReceiptKey | null;
  dryRun: boolean;
  countryCode?: string;
  /** Ends the reading of the file. Rows that are being written to the store are finished. */
  signal?: AbortSignal;
}

/** The same for a file that lies on the server already. It is read before the store is held, which takes the longest. */
export async function importPath(branch: Branch, file: FileToImport): Promise<ImportAnswer> {
  const store = await branch.contacts();
  const folder = path.join(dataDir(), "uploads");
  await mkdir(folder, { recursive: true });
  const rowsFile = path.join(folder, `${randomUUID()}.rows`);
  try {
    const reading: ReadFileInput = { path: file.path, fileName: file.fileName, format: file.format, rowsFile };
    const input: ImportInput = {
      storeFile: store.file,
      rowsFile,
      contents: await runBulk<FileContents>("read-file", reading, file.signal),
      branch: branch.key,
      timeZone: env().TIME_ZONE,
      countryCode: file.countryCode ?? env().DEFAULT_COUNTRY_CODE,
      dryRun: file.dryRun,
      receipt: file.receipt,
    };
    return await store.exclusive(async () => {
      file.signal?.throwIfAborted(); // the turn may have been long in coming
      const earlier = file.receipt && firstAnswer(store, file.receipt);
      return earlier ? (earlier.answer as ImportAnswer) : runBulk<ImportAnswer>("import-rows", input); // kept by the same call
    });
  } finally {
    await rm(rowsFile, { force: true });
  }
}

interface Upload {
  fileName: string;
  format: "vcard" | "csv" | null;
  bytes: AsyncIterable<Uint8Array>;
}

async function uploadOf(request: Request): Promise<Upload> {
  const limit = importContacts.limit ?? 0;
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  if (/^text\/(x-)?(vcard|directory)/.test(type)) return { fileName: "", format: "vcard", bytes: bodyPieces(request, limit) };
  if (/^text\/(csv|plain|tab-separated-values)|^application\/(csv|vnd\.ms-excel)/.test(type)) {
    return { fileName: "", format: type.startsWith("text/plain") ? null : "csv", bytes: bodyPieces(request, limit) };
  }
  if (type.startsWith("multipart/form-data")) {
    const file = await fileOfForm(request, "file", limit);
    if (file) return { ...file, format: null };
    throw new AppError("invalid_request", "Choose a vCard or CSV file.", {
      issues: [{ path: "file", message: "Choose a vCard or CSV file." }],
    });
  }
  throw new AppError("unsupported_media_type", "Send the file as text/vcard, text/csv, or as the field `file` of a form.");
}
