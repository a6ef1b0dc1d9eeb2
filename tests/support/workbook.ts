import { crc32, deflateRawSync } from "node:zlib";

/** A cell: a text, a number, a day as the workbook counts it, or an element as it stands. */
export type Cell = string | number | { day: number } | { xml: string } | null;

interface WorkbookOptions {
  counts1904?: boolean;
  /** Texts in each cell and not in a part that cells share. */
  inline?: boolean;
  /** In front of the names of elements, as some programs write them. */
  prefix?: string;
  /** Parts in place of ours, or beside them. */
  parts?: Record<string, string | Buffer>;
  /** What lies in it beside them, as pictures do. */
  filler?: Buffer;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An Excel workbook whose first shown sheet holds these rows; a hidden one stands before it. */
export function workbook(rows: readonly (readonly Cell[])[], options: WorkbookOptions = {}): Uint8Array<ArrayBuffer> {
  const { counts1904 = false, inline = false, prefix = "", parts = {}, filler } = options;
  const texts: string[] = [];
  const sheet = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => xmlOf(cell, `${letter(column)}${at + 1}`, inline ? null : texts)).join("")}</row>`,
  );
  const named = (name: string, attributes: string, inner: string) =>
    HEAD +
    `<${name} xmlns="${MAIN}" xmlns:r="${RELATIONS}"${attributes}>${inner}</${name}>`
      .replace(/(<\/?)(?=\w)/g, `$1${prefix}`)
      .replace("xmlns=", prefix ? `xmlns:${prefix.slice(0, -1)}=` : "xmlns=");
  const width = letter(Math.max(...rows.map(({ length }) => length), 1) - 1);
  const all: Record<string, string | Buffer> = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": named(
      "workbook",
      "",
      `<workbookPr${counts1904 ? ' date1904="1"' : ""}/><sheets><sheet name="lists" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Guests" sheetId="2" r:id="rId1"/></sheets>`,
    ),
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": named(
      "styleSheet",
      "",
      '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\ mmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
    ),
    "xl/worksheets/sheet1.xml": named("worksheet", "", '<sheetData><row><c t="str"><v>not this one</v></c></row></sheetData>'),
    "xl/worksheets/sheet2.xml": named(
      "worksheet",
      "",
      `<dimension ref="A1:${width}${rows.length}"/><sheetData>${sheet.join("")}</sheetData>`,
    ),
    "xl/sharedStrings.xml": named("sst", "", texts.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join("")),
    ...parts,
    ...(filler ? { "xl/media/image1.png": filler } : {}),
  };
  return zipOf(Object.entries(all).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

function xmlOf(cell: Cell, at: string, texts: string[] | null): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "string") {
    const text = cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return texts ? `<c r="${at}" t="s"><v>${texts.push(text) - 1}</v></c>` : `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  }
  return "day" in cell ? `<c r="${at}" s="${cell.day % 1 === 0 ? 2 : 1}"><v>${cell.day}</v></c>` : cell.xml.replace("<c", `<c r="${at}"`);
}

const letter = (column: number): string =>
  (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** A ZIP file. @param said how long a part claims to be, where that is a lie */
export function zipOf(parts: { name: string; bytes: Buffer; said?: number }[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, said = bytes.length } of parts) {
    const packed = deflateRawSync(bytes);
    const [path, common] = [Buffer.from(name), Buffer.alloc(26)];
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(said, 18);
    common.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    common.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, packed]);
    files.push(file);
    entries.push(Buffer.concat([entry, path]));
    at += file.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...files, directory, end]));
}
