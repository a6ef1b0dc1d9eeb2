import { NoWorkbook, type WorkbookParts } from "./xlsx-parts";

/** What a workbook says of all its cells: texts, which formats are days, and from when it counts these. */
export interface Workbook {
  /** The part of its first sheet that is shown. */
  sheet: string;
  counts1904: boolean;
  texts: string[];
  /** By the number of a cell's style. */
  isDay: boolean[];
}

/** A guest book has a few texts for each guest; a file of nothing but empty ones must not cost all the memory. */
const MOST_TEXTS = 1_000_000;

/** @throws NoWorkbook */
export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const sheets: { relation: string }[] = [];
  let counts1904 = false;
  await parts.read("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") counts1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name === "sheet" && !attributes.state?.toLowerCase().includes("hidden")) sheets.push({ relation: relationOf(attributes) });
    },
  });
  const targets = new Map<string, string>();
  let textsAt = "sharedStrings.xml";
  let stylesAt = "styles.xml";
  await parts.read("xl/_rels/workbook.xml.rels", {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      if (Type.endsWith("/worksheet")) targets.set(Id, Target);
      if (Type.endsWith("/sharedStrings")) textsAt = Target;
      if (Type.endsWith("/styles")) stylesAt = Target;
    },
  });
  const sheet = sheets.map(({ relation }) => targets.get(relation)).find((target) => target !== undefined);
  if (sheet === undefined) throw new NoWorkbook(false);
  return { sheet: partOf(sheet), counts1904, texts: await textsOf(parts, partOf(textsAt)), isDay: await daysOf(parts, partOf(stylesAt)) };
}

function relationOf(attributes: Record<string, string>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

function partOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
}

/** Texts that several cells may share; how one is spoken (`rPh`) is no part of it. */
async function textsOf(parts: WorkbookParts, part: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  let isSpoken = false;
  await parts.read(part, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isSpoken = true;
      isText = name === "t" && !isSpoken;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isSpoken = false;
      if (name === "si" && texts.push(unescaped(text)) > MOST_TEXTS) throw new NoWorkbook(true);
    },
  });
  return texts;
}

/** `_x000D_` is how a workbook writes what XML cannot. */
export function unescaped(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Formats that every workbook has and that write a day (ECMA-376, part 1, 18.8.30). */
const OWN_DAYS = [[14, 17], [22, 22], [27, 31], [36, 36], [50, 54], [57, 58]] as const; // biome-ignore format: from and to

async function daysOf(parts: WorkbookParts, part: string): Promise<boolean[]> {
  const days = new Set<string>(OWN_DAYS.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at))));
  const isDay: boolean[] = [];
  let areCells = false;
  await parts.read(part, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt" && writesDay(formatCode)) days.add(numFmtId);
      else if (name === "cellXfs") areCells = true;
      else if (name === "xf" && areCells) isDay.push(days.has(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") areCells = false;
    },
  });
  return isDay;
}

/** Whether a format writes a day or a year: texts in it, colours, languages and escaped letters aside. */
function writesDay(format: string): boolean {
  return /[dy]/i.test(format.slice(0, 255).replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ""));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Workbooks count a 29 February 1900 that never was, because Lotus 1-2-3 did. */
const NEVER_WAS = 60;
/** 31 December 9999. */
const LAST = 2_958_465;

/** A day as a workbook counts it, as YYYY-MM-DD, and its time where it has one. */
export function dayText(count: number, counts1904: boolean): string {
  const days = counts1904 ? count + 1_462 : count;
  if (!(days >= 0 && days <= LAST + 1)) return String(count);
  if (Math.floor(days) === NEVER_WAS) return "1900-02-29";
  const since = Date.UTC(1899, 11, days < NEVER_WAS ? 31 : 30);
  const text = new Date(since + Math.round((days * DAY_MS) / 1_000) * 1_000).toISOString();
  const time = text.slice(11, 19);
  return time === "00:00:00" ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

/** A number as it was typed: a phone is one too, and no cell says 9.61E+11 of it where all its digits are there. */
export function numberText(value: string): string {
  const number = Number(value);
  return value.trim() !== "" && Number.isFinite(number) && Math.abs(number) < 1e15 ? String(number) : value;
}
