import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipArchive } from "archiver";
import { escaped, rowsOf, type Sheet } from "./workbook-rows";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const BOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const SHEET_BEGINS = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
const SHEET_ENDS = "</sheetData></worksheet>";

/** A workbook of plain sheets (ECMA-376). The whole of it is in memory: for figures; books of guests are streamed (`streamWorkbook`). */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = bookOf(sheets.map(({ name }) => name));
  const whole = buffer(zip);
  for (const [at, { rows }] of sheets.entries()) zip.append(SHEET_BEGINS + rowsOf(rows) + SHEET_ENDS, { name: placeOfSheet(at) });
  await zip.finalize();
  return new Uint8Array(await whole);
}

/**
 * A workbook of one sheet, packed as it is fetched: no more of it than a piece waits in memory.
 * @param pieces its rows as `rowsOf` gives them; where they break off, so does the file
 */
export function streamWorkbook(name: string, pieces: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const zip = bookOf([name]);
  const rows = Readable.from(sheetOf(pieces), { objectMode: false });
  rows.once("error", (error) => zip.destroy(error));
  zip.once("close", () => rows.destroy()); // who goes away ends what is being written for them
  zip.append(rows, { name: placeOfSheet(0) });
  zip.finalize().catch(() => undefined); // the stream itself says what is wrong
  // The two kinds of web stream differ in their types alone.
  return Readable.toWeb(zip) as ReadableStream<Uint8Array>;
}

async function* sheetOf(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string> {
  yield SHEET_BEGINS;
  yield* pieces;
  yield SHEET_ENDS;
}

const placeOfSheet = (at: number) => `xl/worksheets/sheet${at + 1}.xml`;

/** All of a workbook but its sheets. */
function bookOf(names: readonly string[]): ZipArchive {
  const zip = new ZipArchive({ zlib: { level: 6 } });
  const part = (name: string, xml: string) => zip.append(HEAD + xml, { name });
  const types = names.map((_, at) => `<Override PartName="/${placeOfSheet(at)}" ContentType="${SHEET_TYPE}"/>`).join("");
  part(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${BOOK_TYPE}"/>${types}</Types>`,
  );
  part("_rels/.rels", relations([{ type: "officeDocument", target: "xl/workbook.xml" }]));
  const named = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("");
  part("xl/workbook.xml", `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named}</sheets></workbook>`);
  part("xl/_rels/workbook.xml.rels", relations(names.map((_, at) => ({ type: "worksheet", target: `worksheets/sheet${at + 1}.xml` }))));
  return zip;
}

function relations(all: readonly { type: string; target: string }[]): string {
  const each = all.map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("");
  return `<Relationships xmlns="${PACKAGE}/relationships">${each}</Relationships>`;
}
