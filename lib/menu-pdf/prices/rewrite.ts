import { PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { refusedPdf } from "../refusal";
import type { Plan } from "./plan";
import type { PageGlyphs } from "./read-glyphs";
import { type Content, type Shown, shownText } from "./shown-text";

const NOT_SAFE = "The text of this page is built in a way in which no price can be changed safely.";

const LET_DESIGNER = "Ask the designer for this price.";

/** What a text-showing operator shows, piece by piece: a glyph's bytes, or a move in thousandths. */
type Piece = { bytes: Uint8Array } | { move: number };

/**
 * Takes the old glyphs of prices out of a page's streams and puts the new ones into the same operators: in the same place among what is
 * drawn, in the same colour, under the same clip. Whatever stands beside them keeps its place.
 * @throws AppError `invalid_request` where readers and we do not see the same operators, or a form is painted more than once
 */
export function rewritePage(document: PDFDocument, page: PageGlyphs, plans: readonly Plan[], timesPainted: (form: PDFRef) => number): void {
  const shown = shownText(document, page.page);
  if (shown.length !== page.shows.length) throw refusedPdf(NOT_SAFE);
  const edits = new Map<Content, Map<number, string>>();
  const changed = new Map<number, Plan[]>();
  for (const plan of plans) for (const { op } of plan.gone) changed.set(op, [...new Set([...(changed.get(op) ?? []), plan])]);
  for (const [number, own] of changed) {
    const one = shown[number];
    if (!one) throw refusedPdf(NOT_SAFE);
    if (one.content.form && timesPainted(one.content.form) > 1)
      throw refusedPdf("A part of this menu with prices in it is used in several places.");
    if (one.isWrittenBeside)
      throw refusedPdf("A price is written a second time in this PDF, where nobody sees it: it would stay.", LET_DESIGNER);
    const texts = edits.get(one.content) ?? new Map<number, string>();
    edits.set(one.content, texts);
    texts.set(one.op, newOperators(page, number, one, own));
  }
  for (const plan of plans) {
    const resources = shown[plan.anchor.op]?.content.resources ?? null;
    if ("house" in plan.with) nameFont(document, resources, plan.with.house.name, plan.with.house.font.ref);
  }
  for (const [content, texts] of edits) write(document, page.page, content, texts);
}

/** How often each form is painted in a document. */
export function formsPainted(document: PDFDocument): (form: PDFRef) => number {
  const times = new Map<PDFRef, number>();
  for (let page = 0; page < document.getPageCount(); page++)
    shownText(document, page, (form) => times.set(form, (times.get(form) ?? 0) + 1));
  return (form) => times.get(form) ?? 0;
}

/** The operators that stand in the place of one. */
function newOperators(page: PageGlyphs, number: number, { content, op, font }: Shown, plans: readonly Plan[]): string {
  const state = page.shows[number];
  const old = content.ops[op];
  if (!state || !old) throw refusedPdf(NOT_SAFE);
  const pieces = piecesOf(old.operands, state.glyphs);
  const glyphs = page.glyphs.filter((glyph) => glyph.op === number);
  const gone = new Set(plans.flatMap((plan) => plan.gone));
  const unit = (glyph: (typeof glyphs)[number]) =>
    glyph.width + ((state.charSpacing + (glyph.unicode === " " && pieces.bytes === 1 ? state.wordSpacing : 0)) / state.size) * 1000;
  const out = new Operators(pieces.bytes);
  let at = 0;
  for (const piece of pieces.list) {
    if ("move" in piece) {
      out.move(-piece.move);
      continue;
    }
    const glyph = glyphs[at++];
    if (!glyph) throw refusedPdf(NOT_SAFE);
    const plan = plans.find(({ anchor }) => anchor === glyph);
    if (plan) insert(out, plan, font, state.size);
    if (!gone.has(glyph)) out.show(piece.bytes);
    else if (plan) out.move(unit(glyph) - plan.shift - plan.length * plan.shrink);
    else out.move(unit(glyph));
  }
  return `${before(old)}${out.text()}`;
}

/** The new text in the place of its anchor. */
function insert(out: Operators, plan: Plan, font: Shown["font"], size: number): void {
  out.move(plan.shift);
  const isOther = "house" in plan.with;
  if (!isOther && plan.shrink === 1) {
    for (const code of (plan.with as { codes: number[] }).codes) out.show(out.bytesOf(code));
    return;
  }
  if (!font) throw refusedPdf(NOT_SAFE);
  const name = "house" in plan.with ? plan.with.house.name : font.name;
  out.use(name, size * plan.shrink);
  if ("house" in plan.with) for (const sign of plan.change.text) out.showHex(plan.with.house.font.encodeText(sign).asString());
  else for (const code of plan.with.codes) out.show(out.bytesOf(code));
  out.use(font.name, font.size);
}

/** What `'` and `"` do beside showing (ISO 32000-1, 9.4.3). */
function before({ name, operands }: Content["ops"][number]): string {
  if (name === "'") return "T* ";
  if (name !== '"') return "";
  const [word, letter] = operands.map((one) => (one.kind === "number" ? one.value : 0));
  return `${word ?? 0} Tw ${letter ?? 0} Tc T* `;
}

function piecesOf(operands: Content["ops"][number]["operands"], glyphs: number): { list: Piece[]; bytes: number } {
  const last = operands.at(-1);
  const items = last?.kind === "array" ? last.items : last ? [last] : [];
  const total = items.reduce((sum, item) => sum + (item.kind === "string" ? item.bytes.length : 0), 0);
  const bytes = glyphs === 0 ? 1 : total / glyphs;
  if (bytes !== 1 && bytes !== 2) throw refusedPdf(NOT_SAFE);
  const list = items.flatMap((item): Piece[] => {
    if (item.kind === "number") return [{ move: item.value }];
    if (item.kind !== "string") return [];
    if (item.bytes.length % bytes !== 0) throw refusedPdf(NOT_SAFE);
    return Array.from({ length: item.bytes.length / bytes }, (_, place) => ({
      bytes: item.bytes.subarray(place * bytes, (place + 1) * bytes),
    }));
  });
  return { list, bytes };
}

/** Writes `TJ` and `Tf`. */
class Operators {
  private readonly done: string[] = [];
  private items: string[] = [];
  private hex = "";
  private moved = 0;

  constructor(private readonly width: number) {}

  bytesOf(code: number): Uint8Array {
    return this.width === 1 ? Uint8Array.of(code) : Uint8Array.of(code >> 8, code & 255);
  }

  show(bytes: Uint8Array): void {
    this.showHex(Buffer.from(bytes).toString("hex"));
  }

  showHex(hex: string): void {
    if (this.moved !== 0) this.flushMove();
    this.hex += hex;
  }

  /** @param units thousandths to the right */
  move(units: number): void {
    this.moved += units;
  }

  use(font: string, size: number): void {
    this.flush();
    this.done.push(`/${written(font)} ${number(size)} Tf`);
  }

  text(): string {
    this.flush();
    return this.done.join(" ");
  }

  private flushMove(): void {
    this.flushHex();
    this.items.push(number(-this.moved));
    this.moved = 0;
  }

  private flushHex(): void {
    if (this.hex) this.items.push(`<${this.hex}>`);
    this.hex = "";
  }

  private flush(): void {
    if (this.moved !== 0) this.flushMove();
    this.flushHex();
    if (this.items.length > 0) this.done.push(`[${this.items.join(" ")}] TJ`);
    this.items = [];
  }
}

const number = (value: number) => {
  const text = value.toFixed(5).replace(/\.?0+$/, "");
  return text === "-0" || text === "" ? "0" : text;
};
const written = (name: string) =>
  [...name].map((sign) => (/[\w.+-]/.test(sign) ? sign : `#${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)).join("");

/** Puts a content with some operators changed into the document. */
function write(document: PDFDocument, page: number, content: Content, texts: ReadonlyMap<number, string>): void {
  const parts: Uint8Array[] = [];
  let from = 0;
  content.ops.forEach(({ start, end }, op) => {
    const text = texts.get(op);
    if (text === undefined) return;
    parts.push(content.bytes.subarray(from, start), Buffer.from(text, "latin1"));
    from = end;
  });
  parts.push(content.bytes.subarray(from));
  const bytes = Uint8Array.from(Buffer.concat(parts));
  const { context } = document;
  if (!content.form) {
    document.getPage(page).node.set(PDFName.of("Contents"), context.register(context.flateStream(bytes)));
    return;
  }
  const old = context.lookup(content.form);
  const stream = context.flateStream(bytes);
  if (old instanceof PDFRawStream)
    for (const [key, value] of old.dict.entries())
      if (!["Length", "Filter", "DecodeParms"].includes(key.decodeText())) stream.dict.set(key, value);
  context.assign(content.form, stream);
}

/** Names a font in the resources of a content that is to use it. */
function nameFont(document: PDFDocument, resources: PDFDict | null, name: string, font: PDFRef): void {
  if (!resources) throw refusedPdf(NOT_SAFE);
  const fonts = resources.lookupMaybe(PDFName.of("Font"), PDFDict) ?? document.context.obj({});
  if (!resources.has(PDFName.of("Font"))) resources.set(PDFName.of("Font"), fonts);
  fonts.set(PDFName.of(name), font);
}
