import { createRequire } from "node:module";
import path from "node:path";
import { getDocument, OPS, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { refusedPdf } from "../refusal";

/** One glyph as it stands on a page, in points of the page; `at` is its place among the glyphs of its show operator. */
export interface Glyph {
  page: number;
  /** The how-manieth operator of its page that shows text, forms within it included. */
  op: number;
  at: number;
  unicode: string;
  code: number;
  /** In thousandths of the font's size. */
  width: number;
  /** Where it begins, and how far it goes on. */
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** The size as it is seen. */
  size: number;
  isInFont: boolean;
}

/** How an operator shows its text. */
export interface ShowState {
  font: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  /** 1 for 100 %. */
  scale: number;
  /** How many glyphs it shows, with those that are no letters. */
  glyphs: number;
  /** A render mode that draws nothing. */
  isHidden: boolean;
}

export interface PageGlyphs {
  page: number;
  /** As the page is seen: cut and turned as it says. */
  width: number;
  height: number;
  /** From the page's own points to those of the seen page, whose first is its upper left corner. */
  view: readonly number[];
  glyphs: Glyph[];
  shows: ShowState[];
  /** What the font is called, by its name here. */
  fonts: Map<string, { name: string; isVertical: boolean; isType3: boolean }>;
  hasPicture: boolean;
}

/** Where the reader's own tables lie. */
const home = () => path.join(path.dirname(createRequire(path.resolve("package.json")).resolve("pdfjs-dist/package.json")), "/");

/** Reads every glyph of a PDF with its place by pdf.js. @throws AppError `invalid_request` for what it cannot read */
export async function readGlyphs(bytes: Uint8Array): Promise<PageGlyphs[]> {
  const task = getDocument({
    ...{ data: Uint8Array.from(bytes), isEvalSupported: false, useSystemFonts: false, disableFontFace: true, useWorkerFetch: false },
    ...{ standardFontDataUrl: `${home()}standard_fonts/`, cMapUrl: `${home()}cmaps/`, cMapPacked: true, verbosity: 0 },
  });
  try {
    const document = await task.promise;
    const pages: PageGlyphs[] = [];
    for (let number = 1; number <= document.numPages; number++) pages.push(await glyphsOf(await document.getPage(number), number - 1));
    return pages;
  } catch (cause) {
    throw refusedPdf("The text of this PDF cannot be read.", undefined, cause);
  } finally {
    await task.destroy();
  }
}

type Matrix = readonly [number, number, number, number, number, number];
const UNIT: Matrix = [1, 0, 0, 1, 0, 0];

/** First `one`, then `other` (ISO 32000-1, 8.3.4). */
const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
  one[4] * other[0] + one[5] * other[2] + other[4],
  one[4] * other[1] + one[5] * other[3] + other[5],
];

interface State {
  place: Matrix;
  font: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
}

/** As the reader tells a glyph. */
interface ShownGlyph {
  originalCharCode: number;
  unicode: string;
  width: number;
  isSpace: boolean;
  isInFont: boolean;
}

const FIRST: State = { place: UNIT, font: "", size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0, mode: 0 };
const PICTURES: readonly number[] = [
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObject,
];

async function glyphsOf(page: PDFPageProxy, number: number): Promise<PageGlyphs> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const found: PageGlyphs = {
    page: number,
    width,
    height,
    view: transform as number[],
    glyphs: [],
    shows: [],
    fonts: new Map(),
    hasPicture: false,
  };
  const machine = new TextMachine(found);
  for (const [index, op] of fnArray.entries()) machine.run(op, (argsArray[index] ?? []) as unknown[]);
  for (const font of new Set(found.shows.map((one) => one.font))) {
    const known = page.commonObjs.has(font)
      ? (page.commonObjs.get(font) as { name?: string; vertical?: boolean; isType3Font?: boolean })
      : {};
    found.fonts.set(font, { name: known.name ?? "", isVertical: known.vertical === true, isType3: known.isType3Font === true });
  }
  page.cleanup();
  return found;
}

/** Follows the operators that move, set or show text. */
class TextMachine {
  private state = FIRST;
  private readonly kept: State[] = [];
  private line: Matrix = UNIT;
  private text: Matrix = UNIT;

  constructor(private readonly found: PageGlyphs) {}

  run(op: number, args: unknown[]): void {
    const [first, second] = args as [number, number];
    if (op === OPS.save) this.kept.push(this.state);
    else if (op === OPS.restore || op === OPS.paintFormXObjectEnd) this.state = this.kept.pop() ?? this.state;
    else if (op === OPS.transform) this.state = { ...this.state, place: times(matrixOf(args), this.state.place) };
    else if (op === OPS.paintFormXObjectBegin) {
      this.kept.push(this.state);
      if (args[0]) this.state = { ...this.state, place: times(matrixOf(args[0]), this.state.place) };
    } else if (op === OPS.beginText) this.moveTo(UNIT);
    else if (op === OPS.setTextMatrix) this.moveTo(matrixOf(args.length === 1 ? args[0] : args));
    else if (op === OPS.moveText) this.moveBy(first, second);
    else if (op === OPS.setLeadingMoveText) {
      this.state = { ...this.state, leading: -second };
      this.moveBy(first, second);
    } else if (op === OPS.nextLine) this.moveBy(0, -this.state.leading);
    else if (op === OPS.showText) this.show(args[0] as (ShownGlyph | number | null)[]);
    else if (PICTURES.includes(op)) this.found.hasPicture = true;
    else this.set(op, args);
  }

  private set(op: number, args: unknown[]): void {
    const [first, second] = args as [number, number];
    if (op === OPS.setFont) this.state = { ...this.state, font: String(first), size: second };
    else if (op === OPS.setCharSpacing) this.state = { ...this.state, charSpacing: first };
    else if (op === OPS.setWordSpacing) this.state = { ...this.state, wordSpacing: first };
    else if (op === OPS.setHScale) this.state = { ...this.state, scale: first / 100 };
    else if (op === OPS.setLeading) this.state = { ...this.state, leading: first };
    else if (op === OPS.setTextRise) this.state = { ...this.state, rise: first };
    else if (op === OPS.setTextRenderingMode) this.state = { ...this.state, mode: first };
    else if (op === OPS.setGState)
      for (const [key, value] of args[0] as [string, [string, number]][])
        if (key === "Font") this.state = { ...this.state, font: value[0], size: value[1] };
  }

  private moveTo(matrix: Matrix): void {
    this.line = matrix;
    this.text = matrix;
  }

  private moveBy(x: number, y: number): void {
    this.moveTo(times([1, 0, 0, 1, x, y], this.line));
  }

  private show(shown: (ShownGlyph | number | null)[]): void {
    const { font, size, charSpacing, wordSpacing, scale, rise, mode, place } = this.state;
    const op = this.found.shows.length;
    let at = 0;
    for (const one of shown) {
      if (one === null) continue;
      if (typeof one === "number") {
        this.text = times([1, 0, 0, 1, (-one / 1000) * size * scale, 0], this.text);
        continue;
      }
      const advance = ((one.width / 1000) * size + charSpacing + (one.isSpace ? wordSpacing : 0)) * scale;
      const whole = times(times([size * scale, 0, 0, size, 0, rise], this.text), place);
      const next = times([1, 0, 0, 1, advance, 0], this.text);
      const [end, begin] = [times(next, place), times(this.text, place)];
      this.found.glyphs.push({
        ...{ page: this.found.page, op, at, unicode: one.unicode, code: one.originalCharCode, width: one.width },
        ...{
          x: whole[4],
          y: whole[5],
          dx: end[4] - begin[4],
          dy: end[5] - begin[5],
          size: Math.hypot(whole[2], whole[3]),
          isInFont: one.isInFont,
        },
      });
      this.text = next;
      at++;
    }
    this.found.shows.push({ font, size, charSpacing, wordSpacing, scale, glyphs: at, isHidden: mode === 3 || mode === 7 });
  }
}

/** Of six numbers, whether they come as a list or as a typed one. */
function matrixOf(given: unknown): Matrix {
  const list = Array.from(Object.values(given as ArrayLike<number>));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = list;
  return [a, b, c, d, e, f];
}
