import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import type { QueryOf } from "../api/endpoint";
import { FOLDERS } from "../data-folders";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { dataDir } from "../db/files";
import { AppError } from "../errors";
import { type FileAnswer, sendPlain } from "../http/file-route";
import { wrongRows } from "./contract";
import { readingOf } from "./import";
import type { FileContents } from "./read-file";
import { rememberedColumns } from "./remembered-columns";
import { withUpload } from "./upload";

/**
 * The rows of an uploaded table of which something is wrong, whatever would be done with them, as a CSV file to be mended. They are
 * read and written in a thread.
 * @throws AppError as `withUpload`; `not_found` where nothing is wrong
 */
export async function wrongFile(branch: Branch, request: Request, query: QueryOf<typeof wrongRows>): Promise<FileAnswer> {
  const store = await branch.contacts();
  return withUpload(request, wrongRows.limit ?? 0, async (file) => {
    const folder = path.join(dataDir(), FOLDERS.uploads);
    const [rowsFile, written] = [path.join(folder, `${randomUUID()}.rows`), path.join(folder, `${randomUUID()}.csv`)];
    try {
      const { country_code: countryCode, dates } = query;
      const reading = readingOf({ ...file, countryCode, dates }, rememberedColumns(store.sql), rowsFile);
      const contents = await runBulk<FileContents>("read-file", { ...reading, wrongFile: written }, { signal: request.signal });
      if (contents.written === 0) throw new AppError("not_found", "Nothing is wrong in this file, or it has no rows.");
      // Once it is open it may be taken away: what is sent is read from it all the same.
      const answer = await sendPlain(await open(written));
      return { ...answer, fileName: `${path.parse(file.fileName).name.slice(0, 80) || "contacts"}-wrong-rows.csv` };
    } finally {
      await Promise.all([rm(rowsFile, { force: true }), rm(written, { force: true })]);
    }
  });
}
