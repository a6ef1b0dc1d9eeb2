import { CsvError, type Parser, parse } from "csv-parse";
import { REASONS } from "./contact-file-row";
import { decodeText, type Line } from "./lines";

/** One record, or the reason why there is none. `line` is the 1-based line of the file where it begins. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; reason: string };

/** Characters given to the parser at a time. */
const BATCH = 32 * 1024;

/** Characters. What is longer than this and still within one pair of quotation marks was never meant to be. */
const LONGEST_RECORD = 64 * 1024;

interface TextLine {
  number: number;
  text: string;
}

/**
 * Splits the lines of a file into records (RFC 4180) by the streaming parser, leniently: quotation marks in the middle
 * of a field, rows of any length, blanks before a quotation mark. A quotation mark that nothing closes costs its own
 * row: reading starts again at the line below it.
 */
export class RecordReader {
  private parser: Parser;
  private records: CsvRecord[] = [];
  /** Lines that the parser has not got yet. */
  private waiting: TextLine[] = [];
  private waitingLength = 0;
  /** Lines that the parser has got and not yet given back as a record. */
  private pending: TextLine[] = [];
  /** What the parser calls line 1; null until it gets a line. */
  private firstLine: number | null = null;
  private lastLine = 0;

  constructor(private readonly delimiter: string) {
    this.parser = this.open();
  }

  /** Takes the next lines and gives the records that are complete. */
  async push(lines: readonly Line[]): Promise<CsvRecord[]> {
    for (const line of lines) {
      if (line.tooLong) {
        await this.close();
        this.records.push({ line: line.number, reason: REASONS.tooLong });
        this.restart();
        continue;
      }
      this.waiting.push({ number: line.number, text: decodeText(line.bytes) });
      this.waitingLength += line.bytes.length;
      // By length and never by chunk: the same file gives the same records however it arrives.
      if (this.waitingLength >= BATCH) await this.flush();
    }
    return this.take();
  }

  /** Gives the records that the end of the file completes. */
  async end(): Promise<CsvRecord[]> {
    await this.close();
    return this.take();
  }

  private take(): CsvRecord[] {
    const records = this.records;
    this.records = [];
    return records;
  }

  private open(): Parser {
    const parser = parse({
      delimiter: this.delimiter,
      record_delimiter: "\n",
      relax_quotes: true,
      relax_column_count: true,
      ltrim: true,
      // Records leave here and not through the stream, whose buffer would have to be emptied for it to go on.
      on_record: (fields: string[], { lines }) => this.onRecord(fields, lines),
    });
    // Each failure comes through the callback of the call that caused it; without a listener it would end the process.
    parser.on("error", () => {});
    return parser;
  }

  private onRecord(fields: string[], parserLine: number): null {
    this.lastLine = (this.firstLine ?? 1) + parserLine - 1;
    // Spreadsheets write thousands of rows that hold nothing but commas.
    if (fields.every((field) => field.trim() === "")) return null;
    const breaks = fields.reduce((count, field) => count + countLineBreaks(field), 0);
    this.records.push({ line: this.lastLine - breaks, fields });
    return null;
  }

  private async flush(): Promise<void> {
    const lines = this.waiting;
    if (!lines[0]) return;
    this.waiting = [];
    this.waitingLength = 0;
    this.firstLine ??= lines[0].number;
    this.pending.push(...lines);
    await written(this.parser, lines.map(({ text }) => `${text}\n`).join(""));
    this.forgetDone();
    if (this.pending.reduce((length, { text }) => length + text.length, 0) > LONGEST_RECORD) await this.skipOpenQuote();
  }

  private forgetDone(): void {
    const open = this.pending.findIndex(({ number }) => number > this.lastLine);
    this.pending = open === -1 ? [] : this.pending.slice(open);
  }

  private async close(): Promise<void> {
    await this.flush();
    while (!(await ended(this.parser))) {
      this.forgetDone();
      await this.skipOpenQuote();
    }
  }

  private async skipOpenQuote(): Promise<void> {
    const [open, ...rest] = this.pending;
    if (open) this.records.push({ line: open.number, reason: REASONS.openQuote });
    this.restart();
    this.waiting = [...rest, ...this.waiting];
    await this.flush();
  }

  private restart(): void {
    this.parser.destroy();
    this.pending = [];
    this.firstLine = null;
    this.parser = this.open();
  }
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) count += 1;
  return count;
}

function written(parser: Parser, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Whether the parser has come to its end well; it has not where a quotation is open. */
function ended(parser: Parser): Promise<boolean> {
  return new Promise((resolve, reject) => {
    parser.once("finish", () => resolve(true));
    parser.once("error", (error) => (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED" ? resolve(false) : reject(error)));
    parser.end();
  });
}
