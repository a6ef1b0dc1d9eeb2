import { cleanText } from "../clean-text";
import { asRead, type ChoiceOf } from "./chosen-columns";
import { COLUMNS_SHOWN, type ColumnSeen, HEADING_SHOWN } from "./column-choices";
import { type FileError, type FileReading, type FileRow, toFileRow } from "./contact-file-row";
import { type Columns, holdGuests, readColumns, readingOf, toRawContact } from "./csv-columns";
import { type CsvRecord, RecordReader, UnreadableRest } from "./csv-records";
import { decodeText, type Line } from "./lines";
import { REASONS } from "./reasons";
import { CSV_COLUMNS } from "./write-csv";
import { WRONG_HEADING } from "./wrong-kinds";

/** Takes the heading of a column, or what a card's line is called, and what it says, each time that this is not taken. */
export type SayLeftOut = (column: string, text: string) => void;

/** Takes the first columns of the file, once; what they say for example comes with the rows. */
export type SayColumns = (columns: readonly ColumnSeen[]) => void;

/** How the columns of a file are read, and who listens. */
export interface TableReading {
  chosen?: ChoiceOf;
  sayLeftOut?: SayLeftOut;
  sayColumns?: SayColumns;
  /** Takes the first row as it stands; what the cells of wrong rows say is then kept beside them. */
  sayHeader?: (cells: readonly string[]) => void;
}

const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Reads the guests of a CSV file (RFC 4180) with a header: what Google, Outlook and spreadsheets export, with commas,
 * semicolons or tabs. A row that cannot be read gives an error and the next row is read all the same.
 * @param batches lines of the file, from the first that is not blank
 * @param reading how its days are read
 * @returns the rows of each batch, to be taken before the next
 */
export async function* readCsv(
  batches: AsyncIterable<Line[]>,
  reading: FileReading,
  table: TableReading = {},
): AsyncGenerator<Iterable<FileRow | FileError>> {
  let reader: RecordReader | null = null;
  const guests = new GuestTable(reading, table);
  for await (let lines of batches) {
    if (!reader) {
      const first = lines[0] ? decodeText(lines[0].bytes).trim() : "";
      const told = toldDelimiter(first);
      reader = new RecordReader(told ?? detectDelimiter(first, table.chosen));
      if (told) lines = lines.slice(1);
    }
    yield rowsOf(lines, reader, guests);
    if (guests.isUnknown) return;
  }
  yield (reader?.end() ?? []).map((record) => guests.read(record)).filter((row) => row !== null);
  const error = guests.end();
  if (error) yield [error];
}

/** The same of records that are known already, as the rows of a workbook are. */
export async function* readTable(
  batches: AsyncIterable<CsvRecord[]>,
  reading: FileReading,
  table: TableReading = {},
): AsyncGenerator<Iterable<FileRow | FileError>> {
  const guests = new GuestTable(reading, table);
  try {
    for await (const records of batches) {
      yield records.map((record) => guests.read(record)).filter((row) => row !== null);
      if (guests.isUnknown) return;
    }
  } catch (error) {
    if (!(error instanceof UnreadableRest)) throw error;
    yield [damaged(error.line, error.reason)];
    return;
  }
  const error = guests.end();
  if (error) yield [error];
}

function* rowsOf(lines: Line[], reader: RecordReader, table: GuestTable): Generator<FileRow | FileError> {
  for (const line of lines) {
    for (const record of reader.push(line)) {
      const row = table.read(record);
      if (row) yield row;
    }
  }
}

/** Excel's own first line, `sep=;`. */
function toldDelimiter(line: string): string | undefined {
  return /^"?sep=([,;\t|])"?$/i.exec(line)?.[1];
}

/** The delimiter that makes the most known columns of the header, and then the most columns. */
function detectDelimiter(header: string, chosen: ChoiceOf = asRead): string {
  const candidates = DELIMITERS.map((delimiter) => {
    const names = header.split(delimiter).map((name) => name.replaceAll('"', ""));
    const columns = readColumns(names, chosen);
    const known = holdGuests(columns) ? columns.filter(Boolean).length : 0;
    return { delimiter, score: known * 1000 + names.length };
  });
  return candidates.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** The first record names the columns; each further one is a guest. */
class GuestTable {
  /** Whether the first record named no column of guests, so that the rest need not be read. */
  isUnknown = false;
  private columns: Columns | null = null;
  private headerLine = 1;
  private isEmpty = true;

  private header: readonly string[] = [];
  private isOurs = false;
  /** The first columns, and in how many rows it is still looked for what they say. */
  private seen: readonly ColumnSeen[] = [];
  private untold = 0;

  constructor(
    private readonly reading: FileReading,
    private readonly table: TableReading,
  ) {}

  read(record: CsvRecord): FileRow | FileError | null {
    if (!this.columns) return this.readHeader(record);
    if (this.untold > 0 && "fields" in record) this.tellExamples(record.fields);
    if (this.isUnknown) return null;
    this.isEmpty = false;
    const row = "reason" in record ? damaged(record.line, record.reason) : this.toRow(record.line, record.fields, this.columns);
    if (this.table.sayHeader && ("reason" in row || row.wrong || row.slashed))
      row.cells = "fields" in record ? record.fields : [record.text];
    return row;
  }

  private toRow(line: number, fields: readonly string[], columns: Columns): FileRow | FileError {
    if (fields.slice(columns.length).some((field) => field.trim() !== "")) return damaged(line, REASONS.extraColumns);
    const raw = toRawContact(columns, fields, this.isOurs, (index) => {
      const heading = this.header[index] ?? "";
      if (heading !== WRONG_HEADING) this.table.sayLeftOut?.(heading, fields[index] ?? "");
    });
    return toFileRow(line, raw, this.reading);
  }

  end(): FileError | null {
    if (this.isUnknown) return null;
    if (!this.columns) return { line: 1, reason: REASONS.unknownFormat };
    return this.isEmpty ? { line: this.headerLine, reason: REASONS.noContacts } : null;
  }

  private readHeader(record: CsvRecord): FileError | null {
    this.headerLine = record.line;
    this.header = "fields" in record ? record.fields.map((heading, index) => cleanText(heading) || `column ${index + 1}`) : [];
    this.isOurs = this.header.filter((heading) => heading !== WRONG_HEADING).join() === CSV_COLUMNS;
    if ("fields" in record) this.table.sayHeader?.(record.fields);
    const chosen = this.table.chosen ?? asRead;
    this.columns = readColumns(this.header, chosen);
    this.isUnknown = !holdGuests(this.columns);
    const isTable = "fields" in record && record.fields.filter((heading) => heading.trim() !== "").length > 1;
    if (!this.isUnknown || isTable) this.tellColumns(this.columns, chosen);
    return this.isUnknown ? { line: 1, reason: REASONS.unknownFormat } : null;
  }

  private tellColumns(columns: Columns, chosen: ChoiceOf): void {
    const [readAs, usual] = [readingOf(columns), readingOf(readColumns(this.header))];
    this.seen = this.header.slice(0, COLUMNS_SHOWN).map((heading, index) => {
      const { choice, isRemembered } = chosen(heading);
      const column = { column: heading.slice(0, HEADING_SHOWN), read_as: readAs[index] ?? null, usual: usual[index] ?? null };
      return { ...column, chosen: choice, remembered: isRemembered, example: "" };
    });
    this.untold = EXAMPLE_ROWS;
    this.table.sayColumns?.(this.seen);
  }

  private tellExamples(fields: readonly string[]): void {
    this.untold--;
    for (const [index, column] of this.seen.entries()) column.example ||= cleanText(fields[index]?.slice(0, EXAMPLE) ?? "");
  }
}

function damaged(line: number, reason: string): FileError {
  return { line, reason, wrong: [{ kind: "damaged", reason }] };
}

/** So much is shown of what a column says for example, out of so many rows. */
const EXAMPLE = 60;
const EXAMPLE_ROWS = 50;
