import { createHash, type Hash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { QueryOf } from "../api/endpoint";
import type { DateOrder } from "../birthday-dates";
import { eveningHours } from "../business-day";
import { localToday, timestamp } from "../clock";
import { marked } from "../contact-files/chosen-columns";
import { FOLDERS } from "../data-folders";
import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { dataDir } from "../db/files";
import { removeLeftovers } from "../db/leftovers";
import { env } from "../env";
import { AppError } from "../errors";
import { bodyPieces } from "../http/body";
import { fileOfForm, jsonOfForm } from "../http/form-file";
import { type JobHandle, runJob } from "../jobs/run";
import { type ImportAnswer, type ImportForm, importContacts, importForm } from "./contract";
import type { FileContents, ReadFileInput } from "./read-file";
import { rememberedColumns } from "./remembered-columns";
import type { ImportInput } from "./rows-step";

/**
 * Brings an uploaded vCard or CSV file into a branch's guest book. The upload goes to a file first, so that neither its
 * length nor a slow line costs memory or holds the store. A caller who goes away before the store is written ends it all.
 * @throws AppError `too_large`, `unsupported_media_type`, `invalid_request` for a form without a whole file
 */
export async function importUpload(
  branch: Branch,
  request: Request,
  query: QueryOf<typeof importContacts>,
  by: WriteBy,
): Promise<ImportAnswer> {
  const folder = path.join(dataDir(), FOLDERS.uploads);
  const file = path.join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  removeLeftovers(folder, () => true);
  try {
    const { fileName, format, charset, bytes, texts } = await uploadOf(request);
    const contents = createHash("sha256");
    // Opened before anything can fail: a stream opens its file later, and would make it anew after it was taken away.
    const target = await open(file, "wx");
    await pipeline(bytes, passThrough(contents), target.createWriteStream(), { signal: request.signal });
    const { columns } = jsonOfForm(importForm, texts);
    // The key is this call's own only together with what the file holds, and how it is to be read.
    if (by.receipt) by.receipt.body_hash += ` ${contents.update(JSON.stringify(columns)).digest("hex")}`;
    const { dry_run: dryRun, country_code: countryCode, dates } = query;
    const upload = { path: file, fileName, format, charset, dryRun, countryCode, dates, columns };
    return await importPath(branch, upload, by, request.signal);
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

/** A file to be brought in, and what its sender says of it. */
export interface FileToImport {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  dryRun: boolean;
  countryCode?: string;
  /** In which order it writes day and month between slashes; without it, as the file itself proves. */
  dates?: DateOrder;
  /** What columns hold, by their headings; others as was said in an earlier import, or as they are read. */
  columns?: ImportForm["columns"];
  /** As the sender names it. */
  charset?: string;
}

/** The same for a file that lies on the server already. It is read before the store is held, which takes the longest. */
export function importPath(branch: Branch, file: FileToImport, by: WriteBy, caller?: AbortSignal): Promise<ImportAnswer> {
  return runJob("import", branch.key, by, (job) => importAsJob(branch, file, by, job), caller);
}

async function importAsJob(branch: Branch, file: FileToImport, by: WriteBy, job: JobHandle): Promise<ImportAnswer> {
  const store = await branch.contacts();
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  const rowsFile = path.join(folder, `${randomUUID()}.rows`);
  try {
    const { fileName, format, dates = null, charset = "", countryCode = env().DEFAULT_COUNTRY_CODE } = file;
    const said = marked(file.columns ?? []);
    const reading: ReadFileInput = {
      path: file.path,
      fileName,
      format,
      charset,
      dates,
      choices: { said, remembered: rememberedColumns(store.sql) },
      countryCode,
      today: localToday(),
      rowsFile,
    };
    const contents = await runBulk<FileContents>("read-file", reading, job);
    if (contents.question && !file.dryRun)
      throw new AppError("unread_phones", contents.question, { fields: { columns: contents.asked, question: contents.question } });
    const input: Omit<ImportInput, "file" | "by"> = {
      rowsFile,
      contents,
      said,
      branch: branch.key,
      hours: eveningHours(env()),
      countryCode,
      dryRun: file.dryRun,
      importId: randomUUID(),
      now: timestamp(),
    };
    return await store.bulk<ImportAnswer>(file.dryRun ? stepOf(by) : by, "import-rows", input, job);
  } finally {
    await rm(rowsFile, { force: true });
  }
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

async function uploadOf(request: Request): Promise<Upload> {
  const limit = importContacts.limit ?? 0;
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/.exec(type)?.[1] ?? "";
  if (/^text\/(x-)?(vcard|directory)/.test(type))
    return { fileName: "", format: "vcard", charset, bytes: bodyPieces(request, limit), texts: {} };
  if (/^text\/(csv|plain|tab-separated-values)|^application\/(csv|vnd\.ms-excel)/.test(type)) {
    return { fileName: "", format: type.startsWith("text/plain") ? null : "csv", charset, bytes: bodyPieces(request, limit), texts: {} };
  }
  if (type.startsWith("multipart/form-data")) {
    const file = await fileOfForm(request, "file", limit, Object.keys(importForm.shape));
    if (file) return { ...file, format: null, charset: "" };
    throw new AppError("invalid_request", "Choose a vCard or CSV file.", {
      issues: [{ path: "file", message: "Choose a vCard or CSV file." }],
    });
  }
  throw new AppError("unsupported_media_type", "Send the file as text/vcard, text/csv, or as the field `file` of a form.");
}
