import { closeSync, openSync, writeSync } from "node:fs";
import type Database from "better-sqlite3";
import { plainCell } from "../contact-files/csv-columns";
import { BYTE_ORDER_MARK, csvLine } from "../contact-files/write-csv";
import { WRONG_HEADING, WRONG_KIND_NAMES, type Wrong, type WrongChoices, type WrongKind } from "../contact-files/wrong-kinds";

/** A kind of wrong, in how many rows of the file, and what is done with these. */
export interface WrongCount {
  what: WrongKind;
  rows: number;
  choice: WrongChoices[WrongKind];
}

/** The rows of a file of which something is wrong: how many of each kind, and where somebody asks for them the rows themselves. */
export class WrongRows {
  private counts = new Map<WrongKind, number>();
  private header: readonly string[] | null = null;

  /** @param keeps whether the rows are kept, in tables of `database` */
  constructor(
    private readonly database: Database.Database,
    readonly keeps: boolean,
  ) {
    if (keeps)
      database.exec(
        "CREATE TABLE wrong (line INTEGER PRIMARY KEY, cells TEXT, what TEXT); CREATE TABLE maybe (line INTEGER PRIMARY KEY, cells TEXT)",
      );
  }

  sayHeader(cells: readonly string[]): void {
    this.header = cells;
  }

  /** @param isOpen whether the end of the file may find something more in it */
  add(line: number, wrong: readonly Wrong[], cells: readonly string[] = [], isOpen = false): void {
    for (const { kind } of wrong) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (!this.keeps) return;
    if (wrong.length > 0) this.keep(line, JSON.stringify(cells), wrong);
    if (isOpen) this.database.prepare("INSERT OR IGNORE INTO maybe VALUES (?, ?)").run(line, JSON.stringify(cells));
  }

  /** Something that only the end of the file has found. */
  addLate(line: number, wrong: Wrong): void {
    this.counts.set(wrong.kind, (this.counts.get(wrong.kind) ?? 0) + 1);
    if (!this.keeps) return;
    const cells = this.database.prepare<[number], string>("SELECT cells FROM maybe WHERE line = ?").pluck().get(line);
    this.keep(line, cells ?? "[]", [wrong]);
  }

  private keep(line: number, cells: string, wrong: readonly Wrong[]): void {
    const what = wrong.map(({ reason }) => reason).join(" ");
    this.database
      .prepare("INSERT INTO wrong VALUES (?, ?, ?) ON CONFLICT (line) DO UPDATE SET what = what || ' ' || excluded.what")
      .run(line, cells, what);
  }

  told(choices: WrongChoices): WrongCount[] {
    return WRONG_KIND_NAMES.flatMap((what) => {
      const rows = this.counts.get(what) ?? 0;
      return rows === 0 ? [] : [{ what, rows, choice: choices[what] }];
    });
  }

  /**
   * Writes them as a CSV file in the columns of their own, behind one that says what is wrong: whatever else a row has too much stands
   * at its end as before.
   * @returns how many
   */
  write(file: string): number {
    const header = this.header ?? [];
    const [isMarked] = header.map((heading) => heading.trim() === WRONG_HEADING);
    const own = (cells: readonly string[]) => (isMarked ? cells.slice(1) : cells).map(plainCell);
    const out = openSync(file, "wx", 0o600);
    let rows = 0;
    try {
      writeSync(out, BYTE_ORDER_MARK + csvLine([WRONG_HEADING, ...own(header)]));
      const all = this.database.prepare<[], { cells: string; what: string }>("SELECT cells, what FROM wrong ORDER BY line");
      for (const { cells, what } of all.iterate()) {
        writeSync(out, csvLine([what, ...own(JSON.parse(cells) as string[])])); // as keep wrote it
        rows++;
      }
      return rows;
    } finally {
      closeSync(out);
    }
  }
}
