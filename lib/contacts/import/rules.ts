import type { FileError } from "../../contact-files/contact-file-row";
import { isValidPhone, readPhone } from "../../phones";
import type { ImportAnswer } from "../contract";

/** So many columns are told, and so much of each one's name: a header may be as long as the file. */
const COLUMNS_TOLD = 100;
const NAME_TOLD = 100;

/** So many cells of a file are looked at for numbers: a file of nothing but such columns must cost no more than another. */
const CELLS_JUDGED = 20_000;

/** Of so many cells that say something, one must look like a phone for its column to be asked about. */
const ONE_IN = 5;

/** Digits and the signs of a number, and nothing of a day or an amount. */
const LIKE_A_PHONE = /^(?!\d{4}-\d\d?-\d\d?$|\d\d?([./-])\d\d?\1(?:\d{4}|\d{2})$|\d+\.\d{1,3}$)['’]?[+(]?\d[\d ().\-/]{5,18}\d$/;

interface Column {
  rows: number;
  judged: number;
  phones: number;
}

/** What a file says and the book does not take, by column. */
export class LeftOut {
  private columns = new Map<string, Column>();
  private judged = 0;

  constructor(private readonly countryCode: string) {}

  add(name: string, text: string): void {
    const column = this.columns.get(name) ?? { rows: 0, judged: 0, phones: 0 };
    if (column.rows++ === 0) this.columns.set(name, column);
    if (this.judged >= CELLS_JUDGED) return;
    this.judged++;
    column.judged++;
    if (looksLikePhone(text.trim(), this.countryCode)) column.phones++;
  }

  told(): ImportAnswer["left_out"] {
    return [...this.columns].slice(0, COLUMNS_TOLD).map(([name, { rows, phones }]) => ({ column: name.slice(0, NAME_TOLD), rows, phones }));
  }

  /** The columns that may hold the guests' numbers, and that nobody said to ignore. */
  asked(ignored: Ignored): ImportAnswer["left_out"] {
    const isAsked = ([name, { judged, phones }]: [string, Column]) => phones > 0 && phones * ONE_IN >= judged && !ignored(name);
    return [...this.columns]
      .filter(isAsked)
      .slice(0, COLUMNS_TOLD)
      .map(([name, { rows, phones }]) => ({ column: name.slice(0, NAME_TOLD), rows, phones }));
  }
}

function looksLikePhone(text: string, countryCode: string): boolean {
  if (!LIKE_A_PHONE.test(text)) return false;
  const number = readPhone(text, countryCode);
  return number !== null && isValidPhone(number);
}

type Ignored = (column: string) => boolean;

/** What somebody is asked before such a file is brought in; null where there is nothing to ask. */
export function questionOf(columns: ImportAnswer["left_out"]): string | null {
  if (columns.length === 0) return null;
  const names = columns.map(({ column }) => `"${column}"`);
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const command = names.map((name) => `--ignore ${name}`).join(" ");
  const [subject, own, rename] =
    names.length === 1
      ? [`The column ${list} was not read, and it holds`, "the guests' own", "that column"]
      : [`The columns ${list} were not read, and they hold`, "the guests' own", "those columns"];
  return (
    `${subject} what looks like phone numbers. Nothing was brought in. If they are ${own}, name ${rename} Phone; ` +
    `to leave them out, bring the file in again with ignore=${columns.map(({ column }) => column).join(",")} (the command: ${command}).`
  );
}

/** How many rows that stay out are told one by one: more of them nobody reads, and the answer is kept as a receipt. */
const ERRORS_TOLD = 1_000;

/** Messages of a file, in its order; of many, the first and how many there are. */
export class Messages {
  count = 0;
  private kept: FileError[] = [];
  /** The first line of those that are only counted. */
  private untold = Number.POSITIVE_INFINITY;

  /** @param untoldText says how many more there are */
  constructor(private readonly untoldText: (count: number) => string) {}

  add(message: FileError): void {
    this.count++;
    this.kept.push(message);
    // Birthdays are judged at the end, so that what comes late may stand early in the file.
    if (this.kept.length > 2 * ERRORS_TOLD) this.cut();
  }

  told(): FileError[] {
    this.cut();
    const more = this.count - this.kept.length;
    return more === 0 ? this.kept : [...this.kept, { line: this.untold, reason: this.untoldText(more) }];
  }

  private cut(): void {
    this.kept.sort((a, b) => a.line - b.line);
    for (const { line } of this.kept.splice(ERRORS_TOLD)) this.untold = Math.min(this.untold, line);
  }
}
