import { type Currency, currencyBeside, numbersIn, type PriceForm } from "./price-text";
import type { Glyph, PageGlyphs } from "./read-glyphs";
import { inReadingOrder } from "./reading-order";

/** A rectangle of a page, in points from its lower left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A price as it stands on a page. */
export interface FoundPrice {
  /** By which it is named in this very file. */
  id: string;
  /** From 0 on. */
  page: number;
  text: string;
  value: number;
  form: PriceForm;
  currency: Currency | null;
  /** On which side the currency stands; a number keeps to it. */
  side: "left" | "right" | null;
  /** What else stands on its line, as people read it from left to right. */
  beside: string;
  /** A mark of a currency, or a form that only prices have, says that it is a price. */
  isSure: boolean;
  box: Box;
  /** Its glyphs from left to right: places in the page's list. */
  glyphs: number[];
}

/** Glyphs of one line from left to right, whichever way it is turned. */
interface Line {
  glyphs: { place: number; glyph: Glyph; along: number }[];
}

/** Finds numbers that may be prices, page by page. */
export function findPrices(pages: readonly PageGlyphs[]): FoundPrice[] {
  return pages.flatMap((page) => linesOf(page).flatMap((line) => pricesOf(page, line)));
}

/** How far apart baselines of one line are at most, and words of one run, in parts of the size. */
const SAME_LINE = 0.25;
const WORD = 0.16;
/** A wider gap parts a line: another column begins. */
const COLUMN = 3;

function linesOf({ glyphs, shows }: PageGlyphs): Line[] {
  const lines = new Map<string, { across: number; size: number; line: Line }[]>();
  glyphs.forEach((glyph, place) => {
    if (glyph.unicode.trim() === "" || shows[glyph.op]?.isHidden) return;
    const turned = Math.round((Math.atan2(glyph.dy, glyph.dx) * 180) / Math.PI);
    const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
    const [along, across] = [glyph.x * cos + glyph.y * sin, glyph.y * cos - glyph.x * sin];
    const same = lines.get(String(turned)) ?? [];
    lines.set(String(turned), same);
    const found = same.find((one) => Math.abs(one.across - across) < SAME_LINE * Math.min(one.size, glyph.size));
    if (found) found.line.glyphs.push({ place, glyph, along });
    else same.push({ across, size: glyph.size, line: { glyphs: [{ place, glyph, along }] } });
  });
  const all = [...lines.values()].flat().map(({ line }) => line);
  for (const { glyphs: own } of all) own.sort((one, other) => one.along - other.along);
  return all;
}

/** A line's text, with a space where words part and a tab where columns do; of each letter which glyph it is. */
function textOf({ glyphs }: Line): { text: string; places: number[] } {
  let text = "";
  const places: number[] = [];
  glyphs.forEach(({ glyph, along }, index) => {
    const before = glyphs[index - 1];
    if (before) {
      const gap = along - before.along - Math.hypot(before.glyph.dx, before.glyph.dy);
      const mark = gap > COLUMN * glyph.size ? "\t" : gap > WORD * glyph.size ? " " : "";
      text += mark;
      if (mark) places.push(-1);
    }
    const shown = glyph.unicode.normalize("NFKC").replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
    text += shown;
    for (let unit = 0; unit < shown.length; unit++) places.push(index);
  });
  return { text, places };
}

/** What each glyph of a part of a line shows. */
function unitsOf(text: string, places: readonly number[], from: number, to: number): string[] {
  const units: string[] = [];
  for (let at = from; at < to; at++) {
    const isSame = at > from && places[at] !== -1 && places[at] === places[at - 1];
    if (isSame) units[units.length - 1] += text.charAt(at);
    else units.push(text.charAt(at));
  }
  return units;
}

function pricesOf({ page }: PageGlyphs, line: Line): FoundPrice[] {
  const { text, places } = textOf(line);
  return numbersIn(text).flatMap((number) => {
    const beside = currencyBeside(text, number);
    const indexes = [...new Set(places.slice(number.start, number.end))].filter((index) => index >= 0);
    const own = indexes.flatMap((index) => line.glyphs[index] ?? []);
    const [first] = own;
    if (!first) return [];
    const { form, value } = number;
    const [before, behind] = [beside?.side === "left" ? beside.letters : 0, beside?.side === "right" ? beside.letters : 0];
    const units = [...unitsOf(text, places, 0, number.start - before), " ", ...unitsOf(text, places, number.end + behind, text.length)];
    const rest = inReadingOrder(units);
    return {
      id: `${page}-${first.glyph.op}-${first.glyph.at}`,
      ...{ page, text: text.slice(number.start, number.end), value, form },
      ...{ currency: beside?.currency ?? null, side: beside?.side ?? null, beside: rest.replace(/\s+/g, " ").trim() },
      isSure: beside !== null || form.thousands !== "" || form.places === 2,
      box: boxOf(own.map(({ glyph }) => glyph)),
      glyphs: own.map(({ place }) => place),
    };
  });
}

/** Where a box is on the page as it is seen, from its upper left corner, in points. */
export function seenBox({ x, y, width, height }: Box, { view }: Pick<PageGlyphs, "view">): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view;
  const corners = [x, x + width].flatMap((left) => [y, y + height].map((low) => [a * left + c * low + e, b * left + d * low + f] as const));
  const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The room that glyphs take: from their baseline's descent to their ascent, whichever way they are turned. */
export function boxOf(glyphs: readonly Glyph[]): Box {
  const corners = glyphs.flatMap(({ x, y, dx, dy, size }) => {
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [-dy / length, dx / length]; // upwards
    return [-0.3, 1].flatMap((up) => [
      { x: x + ux * up * size, y: y + uy * up * size },
      { x: x + dx + ux * up * size, y: y + dy + uy * up * size },
    ]);
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom };
}
