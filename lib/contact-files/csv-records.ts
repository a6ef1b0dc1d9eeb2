import { decodeText, type Line } from "./lines";
import { REASONS } from "./reasons";

/** One record, or the reason why there is none. `line` is the 1-based line of the file where it begins. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; reason: string; text: string };

/** From a line on nothing of a file can be read. */
export class UnreadableRest extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Characters. What is longer than this and still within one pair of quotation marks was never meant to be. */
const LONGEST_RECORD = 64 * 1024;

const QUOTE = '"';

interface TextLine {
  number: number;
  text: string;
}

/**
 * Splits the lines of a file into records (RFC 4180), leniently: quotation marks in the middle of a field, rows of any
 * length, blanks before a quotation mark. A quotation mark that nothing closes costs its own row: reading starts again
 * at the line below it.
 *
 * Our own, because a parser that is given each line again after every such row is quadratic: here each line is split
 * twice at most, whatever stands in it.
 */
export class RecordReader {
  /** The lines of a record that a quotation mark keeps open. */
  private lines: TextLine[] = [];
  private length = 0;
  private row: Row;

  constructor(private readonly delimiter: string) {
    this.row = new Row(delimiter);
  }

  /** Takes the next line and gives the records that are complete. */
  push(line: Line): CsvRecord[] {
    if (line.tooLong) return [...this.end(), { line: line.number, reason: REASONS.tooLong, text: "" }];
    const text = decodeText(line.bytes);
    const isOpen = this.lines.length > 0;
    if (!isOpen && !text.includes(QUOTE)) return recordOf(line.number, text.split(this.delimiter));
    this.lines.push({ number: line.number, text });
    this.length += text.length + 1;
    this.row.add(text);
    if (this.row.isOpen) return this.length > LONGEST_RECORD ? this.giveUp() : [];
    const { fields } = this.row;
    return recordOf(this.close()[0]?.number ?? line.number, fields);
  }

  /** Gives the records that the end of the file completes. */
  end(): CsvRecord[] {
    return this.lines.length > 0 ? this.giveUp() : [];
  }

  /**
   * Gives the open row up, and reads each line below it as a row of its own. Whole lines without a closing quotation mark
   * open none either, so that no row of several lines is torn here but in a file that was made for it.
   */
  private giveUp(): CsvRecord[] {
    const [open, ...rest] = this.close();
    return [...(open ? [openQuote(open)] : []), ...rest.flatMap((line) => this.oneLineRecord(line))];
  }

  private oneLineRecord(line: TextLine): CsvRecord[] {
    const row = new Row(this.delimiter);
    row.add(line.text);
    return row.isOpen ? [openQuote(line)] : recordOf(line.number, row.fields);
  }

  private close(): TextLine[] {
    const { lines } = this;
    this.lines = [];
    this.length = 0;
    this.row = new Row(this.delimiter);
    return lines;
  }
}

function openQuote({ number, text }: TextLine): CsvRecord {
  return { line: number, reason: REASONS.openQuote, text };
}

/** Nothing for a record of blanks: spreadsheets write thousands of rows that hold nothing but commas. */
function recordOf(line: number, fields: string[]): CsvRecord[] {
  return fields.some((field) => field.trim() !== "") ? [{ line, fields }] : [];
}

/** The fields of a record, as far as its lines have come. */
class Row {
  readonly fields: string[] = [];
  /** What has come of a quoted field that goes on in the next line; null between fields. */
  private quoted: string | null = null;

  constructor(private readonly delimiter: string) {}

  get isOpen(): boolean {
    return this.quoted !== null;
  }

  add(text: string): void {
    let at = this.quoted === null ? 0 : this.readQuoted(text, 0, `${this.quoted}\n`);
    // One past the end once the last field was read: a delimiter at the very end has an empty field behind it.
    while (at <= text.length) at = this.readField(text, at);
  }

  /** @returns where the next field begins */
  private readField(text: string, at: number): number {
    const start = this.withoutBlanks(text, at);
    return text[start] === QUOTE ? this.readQuoted(text, start + 1, "") : this.readPlain(text, start);
  }

  /**
   * @param before what has come of the field
   * @returns where the next field begins
   */
  private readQuoted(text: string, at: number, before: string): number {
    let value = before;
    for (let from = at; ; ) {
      const quote = text.indexOf(QUOTE, from);
      if (quote === -1) {
        this.quoted = value + text.slice(from);
        return text.length + 1;
      }
      this.quoted = null;
      value += text.slice(from, quote);
      const next = text[quote + 1];
      if (next === undefined || next === this.delimiter) {
        this.fields.push(value);
        return quote + 2;
      }
      // `"Maya "Mimi" K"` was not meant as a quotation, and is taken as it stands.
      if (next !== QUOTE) return this.readPlain(text, quote, QUOTE + value);
      value += QUOTE;
      from = quote + 2;
    }
  }

  private readPlain(text: string, start: number, before = ""): number {
    const delimiter = text.indexOf(this.delimiter, start);
    const end = delimiter === -1 ? text.length : delimiter;
    this.fields.push(before + text.slice(start, end));
    return end + 1;
  }

  private withoutBlanks(text: string, at: number): number {
    let start = at;
    while (isBlank(text[start]) && text[start] !== this.delimiter) start += 1;
    return start;
  }
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\u00a0";
}
