import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { QueryOf } from "../api/endpoint";
import { FOLDERS } from "../data-folders";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { dataDir } from "../db/files";
import { AppError } from "../errors";
import { type FileAnswer, sendPlain } from "../http/file-route";
import { wrongRows } from "./contract";
import { type FileToRead, readingOf } from "./import";
import type { FileContents } from "./read-file";
import { rememberedColumns } from "./remembered-columns";
import { withUpload } from "./upload";

/**
 * The rows of an uploaded table of which something is wrong, whatever would be done with them, as a CSV file to be mended. They are
 * read and written in a thread.
 * @throws AppError as `withUpload`; `not_found` where nothing is wrong
 */
export async function wrongFile(branch: Branch, request: Request, query: QueryOf<typeof wrongRows>): Promise<FileAnswer> {
  return withUpload(request, wrongRows.limit ?? 0, async (file) => {
    const written = path.join(dataDir(), FOLDERS.uploads, `${randomUUID()}.csv`);
    try {
      const { country_code: countryCode, dates } = query;
      const rows = await writeWrongRows(branch, { ...file, countryCode, dates }, written, request.signal);
      if (rows === 0) throw new AppError("not_found", "Nothing is wrong in this file, or it has no rows.");
      // Once it is open it may be taken away: what is sent is read from it all the same.
      const answer = await sendPlain(await open(written));
      return { ...answer, fileName: `${path.parse(file.fileName).name.slice(0, 80) || "contacts"}-wrong-rows.csv` };
    } finally {
      await rm(written, { force: true });
    }
  });
}

/** The same for a file that lies on the server already. @param written is made @returns how many rows stand in it */
export async function writeWrongRows(branch: Branch, file: FileToRead, written: string, signal?: AbortSignal): Promise<number> {
  const store = await branch.contacts();
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  const rowsFile = path.join(folder, `${randomUUID()}.rows`);
  try {
    const reading = readingOf(file, rememberedColumns(store.sql), rowsFile);
    const contents = await runBulk<FileContents>("read-file", { ...reading, wrongFile: written }, { signal });
    return contents.written;
  } finally {
    await rm(rowsFile, { force: true });
  }
}
