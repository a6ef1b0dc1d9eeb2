import { createHash } from "node:crypto";
import { workbook } from "../support/workbook";
import type { HostileFile } from "./hostile-files";

const MB = 1024 * 1024;
/** So much is unpacked of a file of a MB (lib/contact-files/xlsx-parts.ts), and a little more is refused. */
const UNPACKED = 29 * MB;

const SHEET = '<worksheet><sheetData><row><c t="str"><v>name</v></c></row>';
const TEXTS = "<sst>";

/** What is repeated in which part, up to all that a file of a MB may unpack to. */
const PATTERNS: { name: string; part: "sheet" | "texts"; start: string; repeat: string }[] = [
  { name: "names of one letter", part: "sheet", start: SHEET, repeat: "<row><c><v>1</v></c></row>" },
  {
    name: "cells far to the right",
    part: "sheet",
    start: SHEET.replace("</row>", '<c r="IP1" t="str"><v>x</v></c></row>'),
    repeat: '<row><c r="IP9"><v>1</v></c></row>',
  },
  { name: "rows of nothing", part: "sheet", start: SHEET, repeat: "<row/>" },
  { name: "a row without an end", part: "sheet", start: SHEET, repeat: "<c><v>1</v></c>" },
  { name: "a cell without an end", part: "sheet", start: `${SHEET}<row><c><v>`, repeat: "1" },
  { name: "elements within elements", part: "sheet", start: SHEET, repeat: "<a>" },
  { name: "an element with no end of attributes", part: "sheet", start: `${SHEET}<row `, repeat: 'a1="" ' },
  { name: "texts of nothing", part: "texts", start: TEXTS, repeat: "<si/>" },
  { name: "texts of one letter", part: "texts", start: TEXTS, repeat: "<si><t>x</t></si>" },
  { name: "one text", part: "texts", start: `${TEXTS}<si><t>`, repeat: "x" },
];

/** Workbooks of a MB that unpack to as much as may be: beside the part lies what cannot be packed. */
export function hostileWorkbooks(): HostileFile[] {
  return PATTERNS.map(({ name, part, start, repeat }) => ({
    name: `a workbook: ${name}`,
    format: "xlsx",
    get bytes() {
      const long = Buffer.concat([Buffer.from(start), Buffer.alloc(UNPACKED, repeat)]);
      const parts = {
        "xl/worksheets/sheet2.xml": part === "sheet" ? long : `${SHEET}</sheetData></worksheet>`,
        ...(part === "texts" ? { "xl/sharedStrings.xml": long } : {}),
      };
      return Buffer.from(workbook([], { parts, filler: noise(MB) }));
    },
  }));
}

/** Bytes that no ZIP makes shorter, the same each time. */
function noise(size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < size / 64; at++) pieces.push(createHash("sha512").update(String(at)).digest());
  return Buffer.concat(pieces);
}
