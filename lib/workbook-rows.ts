/** A sheet of a workbook: texts, numbers, and null for an empty cell. */
export interface Sheet {
  /** At most 31 characters, without `[]:*?/\`. */
  name: string;
  rows: readonly (readonly (string | number | null)[])[];
}

/**
 * Rows of a sheet as they stand in its part (ECMA-376): texts stand as texts, so no spreadsheet takes one for a formula.
 * @param from the number of the first of them, from 0 on: a long sheet is written piece by piece
 */
export function rowsOf(rows: Sheet["rows"], from = 0): string {
  return rows
    .map(
      (cells, at) =>
        `<row r="${from + at + 1}">${cells.map((cell, column) => cellOf(cell, `${letters(column)}${from + at + 1}`)).join("")}</row>`,
    )
    .join("");
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
export function escaped(text: string): string {
  return text.replace(/[\p{Cs}\uFFFE\uFFFF]|[^\P{Cc}\t\n\r]/gu, "").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
