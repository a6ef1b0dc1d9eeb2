import { cleanText } from "../clean-text";
import { type FileError, type FileReading, type FileRow, toFileRow } from "./contact-file-row";
import { type Columns, isIgnored, readColumns, readingOf, toRawContact } from "./csv-columns";
import { type CsvRecord, RecordReader } from "./csv-records";
import { decodeText, type Line } from "./lines";
import { REASONS } from "./reasons";
import { CSV_COLUMNS } from "./write-csv";

/** Takes the heading of a column, or what a card's line is called, and what it says, each time that this is not taken. */
export type SayLeftOut = (column: string, text: string) => void;

/** Takes the headings of the file, and what each column is read as; null for one that is not read. */
export type SayColumns = (columns: { column: string; read_as: string | null }[]) => void;

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
  { ignore = "", sayLeftOut = () => {}, sayColumns = () => {} }: { ignore?: string; sayLeftOut?: SayLeftOut; sayColumns?: SayColumns } = {},
): AsyncGenerator<Iterable<FileRow | FileError>> {
  let reader: RecordReader | null = null;
  const table = new GuestTable(reading, ignore, sayLeftOut, sayColumns);
  for await (let lines of batches) {
    if (!reader) {
      const first = lines[0] ? decodeText(lines[0].bytes).trim() : "";
      const told = toldDelimiter(first);
      reader = new RecordReader(told ?? detectDelimiter(first));
      if (told) lines = lines.slice(1);
    }
    yield rowsOf(lines, reader, table);
    if (table.isUnknown) return;
  }
  yield (reader?.end() ?? []).map((record) => table.read(record)).filter((row) => row !== null);
  const error = table.end();
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
function detectDelimiter(header: string): string {
  const candidates = DELIMITERS.map((delimiter) => {
    const names = header.split(delimiter).map((name) => name.replaceAll('"', ""));
    const known = readColumns(names)?.filter(Boolean).length ?? 0;
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

  constructor(
    private readonly reading: FileReading,
    private readonly ignore: string,
    private readonly sayLeftOut: SayLeftOut,
    private readonly sayColumns: SayColumns,
  ) {}

  read(record: CsvRecord): FileRow | FileError | null {
    if (this.isUnknown) return null;
    if (!this.columns) return this.readHeader(record);
    this.isEmpty = false;
    if ("reason" in record) return record;
    const { line, fields } = record;
    if (fields.slice(this.columns.length).some((field) => field.trim() !== "")) return { line, reason: REASONS.extraColumns };
    const raw = toRawContact(this.columns, fields, this.isOurs, (index) => this.sayLeftOut(this.header[index] ?? "", fields[index] ?? ""));
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
    this.isOurs = this.header.join() === CSV_COLUMNS;
    this.columns = "fields" in record ? readColumns(this.header, isIgnored(this.ignore)) : null;
    this.isUnknown = this.columns === null;
    const readAs = readingOf(this.columns ?? []);
    if (this.columns) this.sayColumns(this.header.map((column, index) => ({ column, read_as: readAs[index] ?? null })));
    return this.isUnknown ? { line: 1, reason: REASONS.unknownFormat } : null;
  }
}
