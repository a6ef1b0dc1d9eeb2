import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { DateOrder } from "../birthday-dates";
import { localToday } from "../clock";
import { DEFAULT_COUNTRY_CODE } from "../phone-marks";
import type { FileError, FileNote, FileReading, FileRow } from "./contact-file-row";
import { readCsv, readTable, type TableReading } from "./csv-contacts";
import { decodeText, type Line, readLines } from "./lines";
import { REASONS } from "./reasons";
import { readVCards } from "./vcard-contacts";
import type { WrongChoices } from "./wrong-kinds";
import { readWorkbookRecords } from "./xlsx-records";

export type { ContactFileRow, FileError, FileNote, FileRow } from "./contact-file-row";

export type FileFormat = "vcard" | "csv";

interface ReadOptions extends TableReading {
  format?: FileFormat;
  fileName?: string;
  today?: string;
  dates?: DateOrder;
  countryCode?: string;
  charset?: string;
  choices?: WrongChoices;
}

/**
 * Reads a contact file as phones, Google and Outlook write it, while it arrives: vCard 2.1, 3.0 (RFC 2426) and 4.0
 * (RFC 6350), or CSV (RFC 4180) with a header; UTF-8, UTF-16, Windows-1256, Windows-1252 or MacRoman, or the charset that it is said to have.
 * @param options.format of a file that does not begin with a card; taken from `fileName` where it is not given
 * @param options.today local calendar date, YYYY-MM-DD, after which nobody was born
 * @param options.dates in which order it writes day and month of the day a guest was added; day first where it is not given
 * @param options.countryCode of numbers that carry none; it tells where one number ends and the next begins
 * @param options.choices what is done with rows of which something is wrong
 * @param options.charset that the sender names
 * @param options.chosen what somebody says that a column of a CSV file holds
 * @param options.sayLeftOut takes the heading of a CSV column, and what it says, each time that this is not taken
 * @param options.sayColumns takes the first columns of a CSV file, once, and what they are read as
 * @returns a row for each guest, in the order of the file, an error with its line for whoever stays out, and a note for
 *   what belongs to nobody; a file that is neither gives one error
 * @throws only what `bytes` throws
 */
export async function* readContactFile(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<FileRow | FileError | FileNote> {
  let isUnsure = false;
  const batches = readLines(bytes, options.charset, () => {
    isUnsure = true;
  });
  try {
    const start = await upToFirstText(batches);
    if (!start.text) {
      yield { line: 1, reason: REASONS.empty };
      return;
    }
    if (isUnsure) {
      yield { line: 1, reason: REASONS.unknownLetters };
      return;
    }
    const format = beginsCard(start.text) ? "vcard" : (options.format ?? formatOfName(options.fileName));
    const reading = readingBy(options);
    const all = continued(start.lines, batches);
    // Row by row and not by `yield*`, which takes three times as long to hand a row on.
    for await (const rows of format === "vcard" ? readVCards(all, reading, options.sayLeftOut) : readCsv(all, reading, options))
      for (const row of rows) yield row;
  } finally {
    // A caller who stops early, or a file that is neither, must not leave its source open.
    await batches.return(undefined);
  }
}

/** An Excel workbook and an old one, by their first bytes. */
const ZIP = "504b0304";
const OLD = "d0cf11e0";

/**
 * The same of a file that lies on a disk, which may be an Excel workbook (.xlsx) too: of that the first sheet is read as a table.
 * Its parts stand anywhere in it, so it is nothing that can be read while it arrives.
 */
export async function* readContactFileAt(file: string, options: ReadOptions = {}): AsyncGenerator<FileRow | FileError | FileNote> {
  const first = await firstBytes(file);
  if (first === OLD) yield { line: 1, reason: REASONS.oldWorkbook };
  else if (first === ZIP) {
    for await (const rows of readTable(readWorkbookRecords(file), readingBy(options), options)) for (const row of rows) yield row;
  } else for await (const row of readContactFile(createReadStream(file), options)) yield row;
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString("hex");
  } finally {
    await handle.close();
  }
}

function readingBy({ today = localToday(), countryCode = DEFAULT_COUNTRY_CODE, dates, choices }: ReadOptions): FileReading {
  return { today, countryCode, ...(dates ? { order: dates } : {}), ...(choices ? { choices } : {}) };
}

/** The lines until the first that is not blank; an empty text when there is none. */
async function upToFirstText(batches: AsyncGenerator<Line[]>): Promise<{ lines: Line[]; text: string }> {
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    const first = next.value.findIndex(({ bytes }) => bytes.some((byte) => byte !== 0x20 && byte !== 0x09));
    const line = next.value[first];
    if (line) return { lines: next.value.slice(first), text: decodeText(line.bytes) };
  }
  return { lines: [], text: "" };
}

async function* continued(lines: Line[], batches: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  yield lines;
  yield* batches;
}

/** A file says best what it is: phones and browsers send cards as `text/csv` too. */
function beginsCard(text: string): boolean {
  return /^\s*begin\s*:\s*vcard\s*$/i.test(text);
}

function formatOfName(fileName = ""): FileFormat {
  return /\.(?:vcf|vcard)$/i.test(fileName) ? "vcard" : "csv";
}
