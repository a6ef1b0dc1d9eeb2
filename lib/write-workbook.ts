import { buffer } from "node:stream/consumers";
import { ZipArchive } from "archiver";

/** A sheet of a workbook: texts, numbers, and null for an empty cell. */
export interface Sheet {
  /** At most 31 characters, without `[]:*?/\`. */
  name: string;
  rows: readonly (readonly (string | number | null)[])[];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const BOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/**
 * A workbook of plain sheets (ECMA-376): texts stand as texts, so no spreadsheet takes one for a formula. The whole of it is in memory: for
 * figures, and not for books of guests.
 */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipArchive({ zlib: { level: 6 } });
  const whole = buffer(zip);
  const part = (name: string, xml: string) => zip.append(HEAD + xml, { name });
  const types = sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${SHEET_TYPE}"/>`).join("");
  part(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${BOOK_TYPE}"/>${types}</Types>`,
  );
  part("_rels/.rels", relations([{ type: "officeDocument", target: "xl/workbook.xml" }]));
  const named = sheets.map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("");
  part("xl/workbook.xml", `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named}</sheets></workbook>`);
  part("xl/_rels/workbook.xml.rels", relations(sheets.map((_, at) => ({ type: "worksheet", target: `worksheets/sheet${at + 1}.xml` }))));
  for (const [at, { rows }] of sheets.entries()) part(`xl/worksheets/sheet${at + 1}.xml`, sheetOf(rows));
  await zip.finalize();
  return new Uint8Array(await whole);
}

function relations(all: readonly { type: string; target: string }[]): string {
  const each = all.map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("");
  return `<Relationships xmlns="${PACKAGE}/relationships">${each}</Relationships>`;
}

function sheetOf(rows: Sheet["rows"]): string {
  const each = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, `${letters(at)}${row + 1}`)).join("")}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${each.join("")}</sheetData></worksheet>`;
}

function cellOf(cell: string | number | null, place: string): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What XML cannot hold at all is left out. */
function escaped(text: string): string {
  return text.replace(/[\p{Cs}\uFFFE\uFFFF]|[^\P{Cc}\t\n\r]/gu, "").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
