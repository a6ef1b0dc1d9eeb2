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
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { dataDir } from "../db/files";
import { env } from "../env";
import { AppError } from "../errors";
import { type JobHandle, runJob } from "../jobs/run";
import { type ImportAnswer, type ImportForm, importContacts } from "./contract";
import type { FileContents, ReadFileInput } from "./read-file";
import { rememberedColumns } from "./remembered-columns";
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
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  const rowsFile = path.join(folder, `${randomUUID()}.rows`);
  try {
    const reading = readingOf(file, rememberedColumns(store.sql), rowsFile);
    const { countryCode, columns } = reading;
    const contents = await runBulk<FileContents>("read-file", reading, job);
    if (contents.question && !file.dryRun)
      throw new AppError("unread_phones", contents.question, { fields: { columns: contents.asked, question: contents.question } });
    const input: Omit<ImportInput, "file" | "by"> = {
      rowsFile,
      contents,
      said: columns.said,
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
    rowsFile,
  };
}
