import { createHash } from "node:crypto";
import { cleanParagraphs } from "../../clean-text";
import { foldText } from "../../fold-text";
import { dayRange } from "../../local-time";
import { separatorOf, tableRows } from "./comment-rows";
import type { SeenComment } from "./judge";
import { pastedComments } from "./pasted-comments";
import { userNameOf } from "./user-names";

/** What was read of a file, or of what somebody pasted. */
export interface ReadComments {
  comments: SeenComment[];
  /** Rows that say no comment, with the reason; the first ones by name, and how many there are. */
  wrong: { line: number; reason: string }[];
  wrong_count: number;
}

/** So many are named. */
const NAMED = 20;
/** So much of a line that was not understood is shown. */
const QUOTED = 40;
/** Instagram takes 2,200 characters. */
const LONGEST_TEXT = 4_000;

const HEADINGS: Record<Column, readonly string[]> = {
  id: ["id", "comment id", "commentid", "comment pk", "pk"],
  username: [
    "username",
    "user name",
    "user",
    "owner username",
    "ownerusername",
    "profile",
    "profile name",
    "author",
    "from",
    "from username",
  ],
  text: ["text", "comment", "comment text", "message", "content"],
  time: ["timestamp", "time", "date", "created at", "created time", "commented at", "comment time", "datetime"],
};
type Column = "id" | "username" | "text" | "time";

/**
 * Reads comments: a CSV file with a header, or what somebody pasted.
 * @param timeZone of times that name none
 */
export function readComments(whole: string, timeZone: string): ReadComments {
  const text = whole.replace(/^\ufeff/, "");
  const [head = ""] = text.split(/\r?\n/, 1);
  const separator = separatorOf(head);
  const columns = columnsOf([...tableRows(head, separator)][0]?.cells ?? []);
  return columns ? readTable(text, separator, columns, timeZone) : readPasted(text);
}

type Columns = Partial<Record<Column, number>>;

/** @returns null for what is no header of comments */
function columnsOf(cells: readonly string[]): Columns | null {
  const folded = cells.map((cell) => foldText(cell.replaceAll("_", " ")));
  const found = Object.fromEntries(
    Object.entries(HEADINGS).map(([column, names]) => [column, folded.findIndex((one) => names.includes(one))]),
  ) as Record<Column, number>; // the same keys
  if (found.username === -1 || found.text === -1) return null;
  return Object.fromEntries(Object.entries(found).filter(([, at]) => at !== -1));
}

class Reading {
  readonly read: ReadComments = { comments: [], wrong: [], wrong_count: 0 };

  refuse(line: number, reason: string): void {
    this.read.wrong_count++;
    if (this.read.wrong.length < NAMED) this.read.wrong.push({ line, reason });
  }

  take(
    line: number,
    { id, username, text, commented_at }: { id: string | null; username: string; text: string; commented_at: string },
  ): void {
    const name = userNameOf(username);
    const words = cleanParagraphs(text);
    if (name === null) this.refuse(line, "This is no user’s name.");
    else if (words.length > LONGEST_TEXT) this.refuse(line, "This is longer than any comment.");
    else this.read.comments.push({ comment_id: id ?? madeId(name, words, commented_at), username: name, text: words, commented_at });
  }
}

/** Where nobody says a comment's id, it is by what it says: the same line twice is one comment. */
function madeId(...said: string[]): string {
  return `line-${createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 24)}`;
}

function readTable(text: string, separator: string, columns: Columns, timeZone: string): ReadComments {
  const reading = new Reading();
  let isHead = true;
  for (const { line, cells } of tableRows(text, separator)) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const cell = (column: Column) => (columns[column] === undefined ? "" : (cells[columns[column]] ?? "").trim());
    const commented_at = timeOf(cell("time"), timeZone);
    if (commented_at === null) {
      reading.refuse(line, "Its time cannot be read. Write it as 2026-11-20 21:30 or 2026-11-20T19:30:00Z.");
      continue;
    }
    const id = columns.id === undefined ? null : idOf(cell("id"));
    if (id?.wrong) reading.refuse(line, id.wrong);
    else reading.take(line, { id: id?.id ?? null, username: cell("username"), text: cell("text"), commented_at });
  }
  return reading.read;
}

function idOf(written: string): { id: string | null; wrong: string } {
  const id = written.replace(/^['’]/, "");
  if (id === "") return { id: null, wrong: "" };
  if (/^\d[.,]?\d*e\+?\d+$/i.test(id))
    return { id, wrong: "A spreadsheet has shortened this comment’s id. Bring in the file as it was downloaded." };
  return { id, wrong: /^[\w-]{1,64}$/.test(id) ? "" : "This is no id of a comment." };
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/;

/** @returns ISO 8601 in whole seconds; empty for nothing, null for what cannot be read */
export function timeOf(written: string, timeZone: string): string | null {
  if (written === "") return "";
  if (/^\d{10}(\d{3})?$/.test(written)) return inSeconds(Number(written) * (written.length === 10 ? 1_000 : 1));
  const [, date, minute, second = "00"] = LOCAL.exec(written) ?? [];
  if (date && minute) {
    if (Number.isNaN(Date.parse(`${date}T${minute}:${second}Z`))) return null;
    return inSeconds(dayRange(date, timeZone, minute).from.getTime() + Number(second) * 1_000);
  }
  if (!ZONED.test(written)) return null;
  const at = Date.parse(
    written
      .replace(" ", "T")
      .replace(/\s/g, "")
      .replace(/([+-]\d{2})(\d{2})$/, "$1:$2"),
  );
  return Number.isNaN(at) ? null : inSeconds(at);
}

const inSeconds = (at: number) => new Date(Math.floor(at / 1_000) * 1_000).toISOString();

function readPasted(text: string): ReadComments {
  const reading = new Reading();
  const { comments, strangers } = pastedComments(text);
  for (const { line, username, text: said } of comments) reading.take(line, { id: null, username, text: said, commented_at: "" });
  for (const { line, words } of strangers)
    reading.refuse(line, `“${words.slice(0, QUOTED)}” names nobody. Begin the line with @ and the name, or with the name and a colon.`);
  return reading.read;
}
