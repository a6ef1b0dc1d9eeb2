import type { FileError } from "../contact-files/contact-file-row";
import { isValidPhone, readPhone } from "../phones";
import type { ImportAnswer } from "./contract";

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
  const [subject, what] =
    names.length === 1
      ? [`The column ${list} was not read, and it holds`, "what it holds"]
      : [`The columns ${list} were not read, and they hold`, "what they hold"];
  return `${subject} what looks like phone numbers. Nothing was brought in. Say ${what}, Phone for the guests' own, or leave it out (the command: ${command}).`;
}

/** How many of a kind are told one by one: more of them nobody reads, and the answer is kept as a receipt. */
const TOLD = 1_000;

/** What is told of single lines, in the order of the file; of many, the first. */
export class FirstLines<T extends { line: number }> {
  count = 0;
  /** The first line of those that are only counted. */
  untold = Number.POSITIVE_INFINITY;
  private kept: T[] = [];

  add(one: T): void {
    this.count++;
    this.kept.push(one);
    // What comes late may stand early in the file: birthdays are judged at the end, and people come in the order of added_at.
    if (this.kept.length > 2 * TOLD) this.cut();
  }

  told(): T[] {
    this.cut();
    return this.kept;
  }

  /** For whoever goes on with it in another process. */
  state(): { count: number; kept: T[]; untold: number | null } {
    this.cut();
    return { count: this.count, kept: this.kept, untold: Number.isFinite(this.untold) ? this.untold : null };
  }

  goOnFrom({ count, kept, untold }: ReturnType<FirstLines<T>["state"]>): this {
    this.count = count;
    this.kept = [...kept];
    this.untold = untold ?? Number.POSITIVE_INFINITY;
    return this;
  }

  private cut(): void {
    this.kept.sort((a, b) => a.line - b.line);
    for (const { line } of this.kept.splice(TOLD)) this.untold = Math.min(this.untold, line);
  }
}

/** Messages of a file, and behind the first of many how many more there are. */
export class Messages extends FirstLines<FileError> {
  /** @param untoldText says how many more there are */
  constructor(private readonly untoldText: (count: number) => string) {
    super();
  }

  override told(): FileError[] {
    const told = super.told();
    const more = this.count - told.length;
    return more === 0 ? told : [...told, { line: this.untold, reason: this.untoldText(more) }];
  }
}

export type SkippedRow = ImportAnswer["skipped_rows"][number];

/** Why a row brought nobody new, as a sentence. */
export function skippedReason({ same_as, by, in_file, filled }: Omit<SkippedRow, "reason" | "line">): string {
  const who = `${same_as || "a guest without a name"}, who ${in_file ? "came with this file" : "was in the guest book before"}`;
  const why = by === "phone" ? `The same phone as ${who}` : `The same name and day as ${who}, and no phone that tells them apart`;
  return filled ? `${why}; what was new of this row was added there.` : `${why}.`;
}
