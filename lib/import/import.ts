import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { QueryOf } from "../api/endpoint";
import type { DateOrder } from "../birthday-dates";
import { eveningHours } from "../business-day";
import { localToday, timestamp } from "../clock";
import { type ColumnChoices, marked } from "../contact-files/chosen-columns";
import { USUAL_CHOICES, type WrongChoices } from "../contact-files/wrong-kinds";
import { FOLDERS } from "../data-folders";
import { stepOf, type WriteBy } from "../db/actor";
import type { CopyStoreInput } from "../db/backup";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { dataDir } from "../db/files";
import { findReceipt } from "../db/idempotency-receipts";
import type { Store } from "../db/store";
import { env } from "../env";
import { AppError } from "../errors";
import { type JobHandle, runJob } from "../jobs/run";
import { rowsOfPart } from "../test-hooks";
import { type ImportAnswer, type ImportForm, importContacts } from "./contract";
import { beginInParts, endImportsLeft, goOnWith } from "./large-import";
import type { ImportSaid } from "./large-import-state";
import type { FileContents, ReadFileInput } from "./read-file";
import { rememberedColumns } from "./remembered-columns";
import { bookBeside, MOST_AT_ONCE, namesBeside, rowsFileOf } from "./rows-file";
import type { ImportInput } from "./rows-step";
import { withUpload } from "./upload";

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
  return withUpload(request, importContacts.limit ?? 0, async ({ contents, ...file }) => {
    // The key is this call's own only together with what the file holds, and how it is to be read.
    if (by.receipt) by.receipt.body_hash += ` ${contents}`;
    const { dry_run: dryRun, country_code: countryCode, dates, ...wrong } = query;
    return importPath(branch, { ...file, dryRun, countryCode, dates, wrong: { ...USUAL_CHOICES, ...wrong } }, by, request.signal);
  });
}

/** A file to be brought in, and what its sender says of it. */
export interface FileToImport extends FileToRead {
  dryRun: boolean;
}

/** A file to be read, and what its sender says of it. */
export interface FileToRead {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  countryCode?: string;
  /** In which order it writes day and month between slashes; without it, as the file itself proves. */
  dates?: DateOrder;
  /** What columns hold, by their headings; others as was said in an earlier import, or as they are read. */
  columns?: ImportForm["columns"];
  /** What is done with rows of which something is wrong; the usual where it is not said. */
  wrong?: WrongChoices;
  /** As the sender names it. */
  charset?: string;
}

/** The same for a file that lies on the server already. It is read before the store is held, which takes the longest. */
export function importPath(branch: Branch, file: FileToImport, by: WriteBy, caller?: AbortSignal): Promise<ImportAnswer> {
  return runJob("import", branch.key, by, (job) => importAsJob(branch, file, by, job), caller);
}

async function importAsJob(branch: Branch, file: FileToImport, by: WriteBy, job: JobHandle): Promise<ImportAnswer> {
  const store = await branch.contacts();
  if (!file.dryRun) await endImportsLeft(store, { progress: job.progress }); // whoever ends this import means no other
  const earlier = by.receipt && findReceipt(store.sql, by.receipt);
  if (earlier) return earlier.answer as ImportAnswer; // kept by this very call
  await mkdir(path.join(dataDir(), FOLDERS.uploads), { recursive: true });
  const importId = randomUUID();
  const rowsFile = rowsFileOf(importId);
  let isLeft = false;
  try {
    const reading = readingOf(file, rememberedColumns(store.sql), rowsFile);
    const { countryCode, columns } = reading;
    const contents = await runBulk<FileContents>("read-file", reading, job);
    if (contents.question && !file.dryRun)
      throw new AppError("unread_phones", contents.question, { fields: { columns: contents.asked, question: contents.question } });
    const said: ImportSaid = {
      contents,
      said: columns.said,
      branch: branch.key,
      hours: eveningHours(env()),
      countryCode,
      importId,
      now: timestamp(),
    };
    const isLarge = contents.rows > rowsOfPart(MOST_AT_ONCE);
    if (isLarge && !file.dryRun) {
      await beginInParts(store, file.fileName, said, by);
      isLeft = true; // until it has ended, by this process or the next
      return await goOnWith(store, importId, by, job);
    }
    const input: Omit<ImportInput, "file" | "by"> = { ...said, rowsFile, dryRun: file.dryRun };
    if (isLarge) return await tryOnCopy(store, input, by, job);
    return await store.bulk<ImportAnswer>(file.dryRun ? stepOf(by) : by, "import-rows", input, job);
  } finally {
    if (!isLeft) await rm(rowsFile, { force: true });
  }
}

/** What a large file would bring, tried on a copy of the book: nobody waits for it, and nobody's writing changes what it finds. */
async function tryOnCopy(
  store: Store<"contacts">,
  input: Omit<ImportInput, "file" | "by">,
  by: WriteBy,
  job: JobHandle,
): Promise<ImportAnswer> {
  const file = bookBeside(input.rowsFile);
  try {
    await runBulk("copy-store", { file: store.file, draft: file } satisfies CopyStoreInput, { signal: job.signal });
    return await runBulk<ImportAnswer>("import-rows", { ...input, file, by: stepOf(by) } satisfies ImportInput, job);
  } finally {
    const names = namesBeside(input.rowsFile);
    for (const one of [file, `${file}-wal`, `${file}-shm`, names]) await rm(one, { force: true });
  }
}

/** How a file is read. @param rowsFile is made for the people in it */
export function readingOf(file: FileToRead, remembered: ColumnChoices["remembered"], rowsFile: string): ReadFileInput {
  const { path: at, fileName, format, charset = "", dates = null, wrong = USUAL_CHOICES } = file;
  return {
    path: at,
    fileName,
    format,
    charset,
    dates,
    columns: { said: marked(file.columns ?? []), remembered },
    wrong,
    countryCode: file.countryCode ?? env().DEFAULT_COUNTRY_CODE,
    today: localToday(),
    now: timestamp(),
    rowsFile,
  };
}
