import path from "node:path";
import { FOLDERS } from "../data-folders";
import { dataDir } from "../db/files";

/** Up to so many rows come in in one transaction; more of them would hold the book for a second, and come in in steps. */
export const MOST_AT_ONCE = 3_000;

/** The people of a file that was read lie there until all of them are in: of a large import, across restarts. */
export const rowsFileOf = (importId: string) => path.join(dataDir(), FOLDERS.uploads, importId + ROWS);

const ROWS = ".rows";

export const isRowsFile = (name: string) => name.endsWith(ROWS);

/** Where the names of very large evenings are kept meanwhile (`LargeEvenings`). */
export const namesBeside = (rowsFile: string) => `${rowsFile.slice(0, -ROWS.length)}.names`;

/** Where a copy of the book lies on which a large file is tried. */
export const bookBeside = (rowsFile: string) => `${rowsFile.slice(0, -ROWS.length)}.db`;
