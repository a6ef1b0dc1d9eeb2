import { CSV_CELLS, CSV_HEADER, csvCellsOf, csvRecordOf } from "../../contact-files/write-csv";
import { vcardOf } from "../../contact-files/write-vcard";
import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import type { ExportFormat } from "../../export-formats";
import { PERSON_COLUMNS, personAt } from "../../guest-columns";
import { maskedPhones } from "../../masked-guests";
import type { Person } from "../../person";
import { rowsOf } from "../../workbook-rows";
import type { Wanted } from "../conditions";
import type { After } from "../cursor";
import type { Sort } from "../orders";
import { type AllDataFiles, walkThrough } from "../page-step";

export interface ListForExportInput {
  files: AllDataFiles;
  wanted: Wanted;
  countryCode: string;
  sort: Sort;
  after: After | null;
}

/** Row ids in their order, eight bytes each, and after whom the next step begins. */
export interface ListedForExport {
  seqs: Float64Array;
  next: After | null;
}

/** How long a step looks for guests, in milliseconds: the threads have other people's pages to read. */
const PATIENCE = 500;

/** The step before a file is written: who is in it. */
export function listForExport({ files, wanted, countryCode, sort, after }: ListForExportInput): ListedForExport {
  const walked = { of: sort, wanted, after, most: Number.POSITIVE_INFINITY, patience: PATIENCE };
  const { found, next } = walkThrough(files, countryCode, walked);
  return { seqs: Float64Array.from(found), next };
}

export interface WriteExportInput {
  book: string;
  seqs: Float64Array;
  format: ExportFormat;
  seesPhones: boolean;
  countryCode: string;
  /** The row of a sheet at which the piece begins. */
  row: number;
}

/** How a file begins, before anybody stands in it. */
export const BEGINNINGS: Record<ExportFormat, string> = { csv: CSV_HEADER, xlsx: rowsOf([CSV_CELLS]), vcf: "" };

const BY_SEQ = `SELECT seq, ${PERSON_COLUMNS} FROM contact WHERE seq IN (SELECT value FROM json_each(?))`;

/** The step that writes the next piece of a file. Whoever was deleted meanwhile is not in it. */
export function writeExport({ book, seqs, format, seesPhones, countryCode, row }: WriteExportInput): { bytes: Uint8Array; people: number } {
  const rows = bulkRead({ book }, (sql) =>
    statement<[string], unknown[]>(sql.book, BY_SEQ)
      .raw()
      .all(JSON.stringify([...seqs])),
  );
  const found = new Map(rows.map((one) => [one[0] as number, personAt(one, 1)]));
  const people = [...seqs].flatMap((seq) => found.get(seq) ?? []);
  const shown = seesPhones ? people : people.map((person) => withMasked(person, format, countryCode));
  return { bytes: new TextEncoder().encode(textOf(shown, format, row)), people: people.length };
}

function textOf(people: readonly Person[], format: ExportFormat, row: number): string {
  if (format === "vcf") return people.map(vcardOf).join("");
  if (format === "csv") return people.map(csvRecordOf).join("");
  return rowsOf(people.map(csvCellsOf), row);
}

/** A telephone dials whatever digits a card has: half of a number would be another one, so a card has none. */
function withMasked(person: Person, format: ExportFormat, countryCode: string): Person {
  if (format === "vcf" || person.phones === "") return { ...person, phones: "" };
  return { ...person, phones: maskedPhones(person.phones, countryCode) };
}
