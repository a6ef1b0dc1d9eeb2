import Database from "better-sqlite3";
import { type DateOrder, NO_BIRTHDAY } from "../birthday-dates";
import { type ChoiceOf, type ColumnChoices, choicesBy } from "../contact-files/chosen-columns";
import type { ColumnSeen } from "../contact-files/column-choices";
import { DateOrderOfFile, type DatesAnswer, type SlashedBirthday } from "../contact-files/date-order";
import { readContactFileAt } from "../contact-files/read";
import { type WrongChoices, withoutIt } from "../contact-files/wrong-kinds";
import { pickFields, SAID_FIELDS } from "../guest-fields";
import type { Person } from "../person";
import { syncFile } from "../sync-to-disk";
import { rowsOfFile } from "../test-hooks";
import type { ImportAnswer } from "./contract";
import { LeftOut, Messages, questionOf } from "./left-out";
import { MOST_AT_ONCE } from "./rows-file";
import { type WrongCount, WrongRows } from "./wrong-rows";

export interface ReadFileInput {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  /** As the sender names it. */
  charset: string;
  /** In which order the caller says that day and month are written. */
  dates: DateOrder | null;
  /** What somebody said that its columns hold. */
  columns: ColumnChoices;
  /** What is done with rows of which something is wrong. */
  wrong: WrongChoices;
  /** Of numbers that carry none. */
  countryCode: string;
  /** The local calendar date, YYYY-MM-DD. */
  today: string;
  /** ISO 8601 in UTC with Z: when somebody was added of whom the file does not say it. */
  now: string;
  /** A file that is made for the people who were read; the caller takes it away. */
  rowsFile: string;
  /** A file that is made for the wrong rows, where somebody asks for them. */
  wrongFile?: string;
}

/** What a contact file holds; its people lie in `rowsFile`. */
export interface FileContents {
  rows: number;
  errors: ImportAnswer["errors"];
  failed: number;
  notes: ImportAnswer["notes"];
  noted: number;
  wrong: WrongCount[];
  dates: DatesAnswer;
  left_out: ImportAnswer["left_out"];
  /** The first columns of a CSV file, and the first people as they were read: for somebody who looks before it is done. */
  seen: Required<Pick<ImportAnswer, "columns" | "first_rows">>;
  /** What must be asked before anything is brought in, and about which columns. */
  question: string | null;
  asked: ImportAnswer["left_out"];
  /** Rows and errors, those that are only counted included. */
  total: number;
  /** How many rows stand in `wrongFile`. */
  written: number;
  /** The instant that rows without an `added_at` of their own have for it. */
  importedAt: string;
}

/** No file of guests with a name and a number has so many; 512 MB of single letters would be 20 GB of rows to keep. */
const MOST_GUESTS = 5_000_000;
const tooMany = (most: number) =>
  `A file brings in ${most.toLocaleString("en")} guests at most. This row and all after it were left out: send them as a file of their own.`;

/** Of a birthday that hangs on the order: what `SlashedBirthday` says, and whether it can be read day first. No JSON: most files have one in each row. */
const COLUMNS =
  "added_at TEXT NOT NULL, person TEXT NOT NULL, line INTEGER NOT NULL, text TEXT, birthYear TEXT, proves TEXT, is_day_first INTEGER";

/** The people of the file in the order in which they were added: the row id is the place of each among them. */
const SORT = "CREATE TABLE sorted AS SELECT person, line FROM incoming ORDER BY added_at, rowid; DROP TABLE incoming";

/**
 * Reads a contact file into a file of rows, without touching any store: a file of any length costs little memory and
 * holds nobody up. Birthdays that hang on the order of day and month are judged when all rows were read.
 */
export async function readFile(input: ReadFileInput): Promise<FileContents> {
  const database = new Database(input.rowsFile);
  try {
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"); // lost with the process anyway; OFF is refused
    database.exec(`BEGIN; CREATE TABLE incoming (${COLUMNS})`);
    const found: Found = {
      order: new DateOrderOfFile(input.dates ?? undefined),
      errors: new Messages((count) => untoldText(count, "row was", "rows were")),
      notes: new Messages((count) => untoldText(count, "thing was", "things were")),
      wrong: new WrongRows(database, input.wrongFile !== undefined),
      leftOut: new LeftOut(input.countryCode),
      chosen: choicesBy(input.columns),
      columns: [],
    };
    const { order, errors, notes, wrong, leftOut, chosen, columns } = found;
    const read = await readRows(database, input, found);
    const rows = read.count - readInOrder(database, input, found);
    const written = input.wrongFile === undefined ? 0 : wrong.write(input.wrongFile);
    const seen = { columns, first_rows: firstRows(database) };
    // Most files say no dates: their people stand in order already, and a million need not be copied.
    database.exec(read.isInOrder && rows === read.count ? "ALTER TABLE incoming RENAME TO sorted" : SORT);
    database.exec("COMMIT");
    if (rows > MOST_AT_ONCE) syncFile(input.rowsFile); // a large import goes on from it after a power cut too
    const asked = leftOut.asked((column) => chosen(column).choice === "out");
    const messages = { errors: errors.told(), failed: errors.count, notes: notes.told(), noted: notes.count };
    const told = { ...messages, wrong: wrong.told(input.wrong), dates: order.answer(), left_out: leftOut.told() };
    return { rows, ...told, seen, asked, question: questionOf(asked), total: rows + errors.count, written, importedAt: input.now };
  } finally {
    database.close();
  }
}

/** What is learned on the way through a file. */
interface Found {
  order: DateOrderOfFile;
  errors: Messages;
  notes: Messages;
  wrong: WrongRows;
  leftOut: LeftOut;
  chosen: ChoiceOf;
  columns: ColumnSeen[];
}

/** @returns how many people were read, and whether they stand in the order in which they were added */
async function readRows(database: Database.Database, input: ReadFileInput, found: Found): Promise<{ count: number; isInOrder: boolean }> {
  const { order, errors, notes, wrong, leftOut, chosen, columns } = found;
  const keep = database.prepare("INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?)");
  const { fileName, today, charset, format, countryCode } = input;
  const options = {
    fileName,
    today,
    charset,
    countryCode,
    chosen,
    choices: input.wrong,
    ...(wrong.keeps ? { sayHeader: (cells: readonly string[]) => wrong.sayHeader(cells) } : {}),
    sayLeftOut: (column: string, text: string) => leftOut.add(column, text),
    sayColumns: (all: readonly ColumnSeen[]) => columns.push(...all),
    ...(format ? { format } : {}),
    ...(input.dates ? { dates: input.dates } : {}),
  };
  let rows = 0;
  let isInOrder = true;
  let last = "";
  const most = rowsOfFile(MOST_GUESTS);
  for await (const row of readContactFileAt(input.path, options)) {
    if (rows === most) {
      errors.add({ line: row.line, reason: tooMany(most) });
      break;
    }
    if ("reason" in row) {
      errors.add({ line: row.line, reason: row.reason });
      wrong.add(row.line, row.wrong ?? [], row.cells);
      continue;
    }
    if ("note" in row) {
      notes.add({ line: row.line, reason: row.note });
      continue;
    }
    for (const { line, note } of row.notes ?? []) notes.add({ line, reason: note });
    const person: Person = { ...row.person, added_at: row.person.added_at ?? input.now };
    isInOrder &&= person.added_at >= last;
    last = person.added_at;
    const { line, slashed } = row;
    if (row.wrong || slashed) wrong.add(line, row.wrong ?? [], row.cells, slashed !== undefined);
    if (slashed) {
      order.see(line, slashed);
      keep.run(
        person.added_at,
        JSON.stringify(person),
        line,
        slashed.text,
        slashed.birthYear,
        slashed.proves,
        person.birthday === "" ? 0 : 1,
      );
    } else keep.run(person.added_at, JSON.stringify(person), line, null, null, null, null);
    rows++;
  }
  return { count: rows, isInOrder };
}

const ROWS_SEEN = 5;

/** The first people of the file, in its order, as they will come in. */
function firstRows(database: Database.Database): FileContents["seen"]["first_rows"] {
  const rows = database.prepare<[number], { line: number; person: string }>("SELECT line, person FROM incoming ORDER BY rowid LIMIT ?");
  return rows.all(ROWS_SEEN).map(({ line, person }) => {
    return { line, ...pickFields(JSON.parse(person) as Person, SAID_FIELDS) }; // as readRows wrote it
  });
}

interface Judged extends SlashedBirthday {
  rowid: number;
  line: number;
  person: string;
}

/**
 * Reads the birthdays between slashes in the order of the whole file; one that does not fit is left out.
 * @returns how many people stay out with it
 */
function readInOrder(database: Database.Database, { today, wrong: choices }: ReadFileInput, found: Found): number {
  const { order, notes, errors, wrong } = found;
  let out = 0;
  const all = order.order === "mdy" || order.isUnsure;
  const page = database.prepare<[number], Judged>(
    `SELECT rowid, line, person, text, birthYear, proves FROM incoming
     WHERE rowid > ? AND ${all ? "text IS NOT NULL" : "is_day_first = 0"} ORDER BY rowid LIMIT 1000`,
  );
  const change = database.prepare("UPDATE incoming SET person = ? WHERE rowid = ?");
  const remove = database.prepare("DELETE FROM incoming WHERE rowid = ?");
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.rowid ?? 0)) {
    for (const { rowid, line, person, ...slashed } of rows) {
      const birthday = order.read(slashed, today);
      const { reason } = { reason: null, ...birthday };
      if (reason !== null) wrong.addLate(line, { kind: "bad_birthday", reason });
      if (reason !== null && choices.bad_birthday === "out") {
        remove.run(rowid);
        errors.add({ line, reason });
        out++;
        continue;
      }
      if (reason !== null) notes.add({ line, reason: withoutIt(reason) });
      const said = reason === null ? birthday : NO_BIRTHDAY;
      change.run(JSON.stringify({ ...(JSON.parse(person) as Person), ...said }), rowid); // as readRows wrote it
    }
  }
  return out;
}

function untoldText(count: number, one: string, many: string): string {
  return count === 1 ? `1 more ${one} left out as well.` : `${count.toLocaleString("en")} more ${many} left out as well.`;
}
