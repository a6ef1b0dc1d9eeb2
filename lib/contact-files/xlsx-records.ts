import { type CsvRecord, UnreadableRest } from "./csv-records";
import { REASONS } from "./reasons";
import { dayText, numberText, readWorkbook, unescaped, type Workbook } from "./xlsx-cells";
import { NoWorkbook, WorkbookParts } from "./xlsx-parts";

/** So many columns are read, and so many cells with the empty ones before them: one far to the right makes a whole row. */
const MOST_COLUMNS = 250;
const MOST_CELLS = 25_000_000;
/** Characters of a row, as of a CSV file. */
const LONGEST_ROW = 64 * 1024;

/**
 * The rows of the first sheet of a workbook (.xlsx), as those of a CSV file: days as YYYY-MM-DD, numbers in full, formulas as what they
 * last came to. `line` is the sheet's own row.
 * @throws UnreadableRest where it is no workbook, or damaged further on
 */
export async function* readWorkbookRecords(file: string): AsyncGenerator<CsvRecord[]> {
  let parts: WorkbookParts | null = null;
  let sheet: SheetReader | null = null;
  try {
    parts = await WorkbookParts.open(file);
    const workbook = await readWorkbook(parts);
    sheet = new SheetReader(workbook);
    for await (const _piece of parts.pieces(workbook.sheet, sheet)) {
      const records = sheet.taken();
      if (records.length > 0) yield records;
    }
  } catch (cause) {
    if (!(cause instanceof NoWorkbook)) throw cause;
    const records = sheet?.taken() ?? [];
    if (records.length > 0) yield records; // whole ones before what is damaged
    throw new UnreadableRest(sheet?.row || 1, cause.isTooLong ? REASONS.tooLongWorkbook : REASONS.damagedWorkbook);
  } finally {
    parts?.close();
  }
}

/** Makes records of a sheet's elements as they come. */
class SheetReader {
  /** The row that is being read, 1-based. */
  row = 0;
  private records: CsvRecord[] = [];
  private width = 0;
  private fields: string[] = [];
  private length = 0;
  private column = 0;
  private cell: { type: string; style: number } = { type: "", style: 0 };
  private value = "";
  private isValue = false;
  private isSpoken = false;
  private hasHeader = false;
  private cells = 0;
  /** How many columns the first row names; what stands further right is one cell too many. */
  private named = MOST_COLUMNS;

  constructor(private readonly workbook: Workbook) {}

  taken(): CsvRecord[] {
    const { records } = this;
    this.records = [];
    return records;
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === "dimension") this.width = columnsOf(attributes.ref ?? "");
    else if (name === "row") {
      const said = Number(attributes.r);
      this.row = said > this.row && said <= 1_048_576 ? said : this.row + 1;
      this.fields = [];
      this.length = 0;
      this.column = 0;
    } else if (name === "c") {
      this.column = columnOf(attributes.r ?? "") ?? this.column + 1;
      this.cell = { type: attributes.t ?? "n", style: Number(attributes.s ?? 0) };
      this.value = "";
    } else if (name === "rPh") this.isSpoken = true;
    this.isValue = name === "v" || (name === "t" && !this.isSpoken);
  };

  text = (piece: string): void => {
    if (this.isValue && this.value.length <= LONGEST_ROW) this.value += piece;
  };

  close = (name: string): void => {
    this.isValue = false;
    if (name === "rPh") this.isSpoken = false;
    else if (name === "c") this.endCell();
    else if (name === "row") this.endRow();
  };

  private endCell(): void {
    if (this.value === "") return;
    const text = this.textOf(this.value, this.cell);
    const at = Math.min(this.column - 1, this.named);
    this.cells += Math.max(0, at - this.fields.length);
    if (this.cells > MOST_CELLS) throw new NoWorkbook(true);
    while (this.fields.length < at) this.fields.push("");
    this.fields[at] = text;
    this.length += text.length;
  }

  private endRow(): void {
    if (this.length > LONGEST_ROW) this.records.push({ line: this.row, reason: REASONS.tooLong, text: "" });
    else if (this.fields.some((field) => field.trim() !== "")) {
      if (!this.hasHeader) {
        // Beside a heading there may be columns without one, which a CSV file would have too.
        while (this.fields.length < this.width) this.fields.push("");
        this.hasHeader = true;
        this.named = this.fields.length;
      }
      this.records.push({ line: this.row, fields: this.fields });
    }
  }

  private textOf(value: string, { type, style }: { type: string; style: number }): string {
    const { texts, isDay, counts1904 } = this.workbook;
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "inlineStr" || type === "str") return unescaped(value);
    if (type === "e") return ""; // #N/A
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (type === "d") return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
    return isDay[style] && value.trim() !== "" ? dayText(Number(value), counts1904) : numberText(value);
  }
}

/** `BC12` as 55. */
function columnOf(cell: string): number | null {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}(?=\d)/.exec(cell)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? null : column;
}

/** `A1:F200` as 6. */
function columnsOf(dimension: string): number {
  return Math.min(MOST_COLUMNS, columnOf(dimension.split(":").at(-1) ?? "") ?? 0);
}
