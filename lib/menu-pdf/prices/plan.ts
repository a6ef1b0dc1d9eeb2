import { refusedPdf } from "../refusal";
import { type Box, boxOf, type FoundPrice } from "./find-prices";
import { HOUSE_FONT, type HouseFont, type HouseFonts } from "./house-font";
import type { Glyph, PageGlyphs, ShowState } from "./read-glyphs";

/** A price that is to say something else: exactly this text. */
export interface PriceChange {
  id: string;
  text: string;
}

/** What is done to one price. Lengths are in thousandths of the font's size, as `TJ` has them. */
export interface Plan {
  change: PriceChange;
  price: FoundPrice;
  /** Where the new text begins: the leftmost of the old glyphs. */
  anchor: Glyph;
  /** Every glyph that goes, leaders under the new text too. */
  gone: Glyph[];
  /** How far right of the anchor the new text begins, and how long it is. */
  shift: number;
  length: number;
  /** The codes of the menu's own font, or the house's font. */
  with: { codes: number[] } | { house: HouseFont };
  /** Its size in parts of the old one, where the new text is too long. */
  shrink: number;
  /** Where something may change on the page. */
  box: Box;
}

/** Smaller than this nobody reads it as one of the others. */
const SMALLEST = 0.8;
/** Free room before a neighbour, in parts of the size. */
const AIR = 0.15;

/** Letters of each font of the file, by what they say: only those that it shows are sure to be in its subset. */
export function ownLetters(pages: readonly PageGlyphs[]): (font: string) => Map<string, Glyph> {
  const fonts = new Map<string, Map<string, Glyph>>();
  for (const { glyphs, shows } of pages)
    for (const glyph of glyphs) {
      const font = shows[glyph.op]?.font ?? "";
      const letters = fonts.get(font) ?? new Map<string, Glyph>();
      fonts.set(font, letters);
      if (glyph.isInFont && !letters.has(glyph.unicode)) letters.set(glyph.unicode, glyph);
    }
  return (font) => fonts.get(font) ?? new Map();
}

/** @throws AppError `invalid_request` for a price that cannot be changed without harm, with the reason */
export async function planChange(
  page: PageGlyphs,
  price: FoundPrice,
  change: PriceChange,
  others: readonly FoundPrice[],
  letters: ReturnType<typeof ownLetters>,
  house: HouseFonts,
): Promise<Plan> {
  const own = price.glyphs.flatMap((place) => page.glyphs[place] ?? []);
  const [anchor] = own;
  const state = anchor && page.shows[anchor.op];
  if (!anchor || !state) throw refusedPdf(`The price ${price.text} is not in this file any more.`, TAKE_ANEW);
  requireOneKind(page, own, price);
  const known = letters(state.font);
  const signs = [...change.text];
  const isOwn = signs.every((sign) => known.has(sign));
  const font = isOwn ? null : await house.for(price.form.digits, page.fonts.get(state.font)?.name ?? "");
  const missing = font && signs.find((sign) => !font.has(sign));
  if (missing) throw refusedPdf(`Neither the font of ${price.text} nor ${HOUSE_FONT} has the sign ${missing}.`, TAKE_OTHER);
  const spacing = (state.charSpacing / state.size) * 1000;
  const widthOf = (sign: string) => (font ? font.font.widthOfTextAtSize(sign, 1000) : (known.get(sign)?.width ?? 0)) + spacing;
  const length = signs.reduce((sum, sign) => sum + widthOf(sign), 0);
  const scale = unitOf(anchor, state);
  const placed = place(page, price, own, length, scale, alignmentOf(price, others));
  const gone = [...own, ...placed.leaders];
  return {
    ...{ change, price, anchor, gone, shift: placed.shift, length, shrink: placed.shrink },
    with: font ? { house: font } : { codes: signs.map((sign) => known.get(sign)?.code ?? 0) },
    box: around([boxOf(gone), spanBox(anchor, placed.shift * scale, length * placed.shrink * scale)]),
  };
}

const TAKE_ANEW = "Open the menu again, and choose its prices anew.";
const TAKE_OTHER = "Write the price with other signs, or ask the designer for this one.";

function requireOneKind({ shows, fonts }: PageGlyphs, own: readonly Glyph[], { text }: FoundPrice): void {
  const states = own.map(({ op }) => shows[op]);
  const [first] = states;
  const isOne = states.every(
    (one) =>
      one &&
      first &&
      one.font === first.font &&
      one.size === first.size &&
      one.scale === first.scale &&
      one.charSpacing === first.charSpacing,
  );
  const turned = own.map(({ dx, dy }) => Math.round(Math.atan2(dy, dx) * 1000));
  if (!isOne || new Set(turned).size > 1) throw refusedPdf(`The price ${text} is written in more than one font or size.`, LEAVE_IT);
  const font = fonts.get(first?.font ?? "");
  if (!first || first.size === 0 || font?.isVertical || font?.isType3)
    throw refusedPdf(`The font of the price ${text} is drawn, not written.`, LEAVE_IT);
}

const LEAVE_IT = "Leave this price as it is, or ask the designer for it.";

/** How long a thousandth of the font's size is on the page, in points. */
function unitOf(glyph: Glyph, { charSpacing, size }: ShowState): number {
  const units = glyph.width + (charSpacing / size) * 1000;
  return units === 0 ? glyph.size / 1000 : Math.hypot(glyph.dx, glyph.dy) / units;
}

/** A number keeps to its currency; without one, to the edge that it shares with the others of its column. */
function alignmentOf(price: FoundPrice, others: readonly FoundPrice[]): "left" | "right" | "centre" {
  if (price.side === "right") return "right";
  if (price.side === "left") return "left";
  const near = others.filter((one) => one.id !== price.id && one.page === price.page && one.box.width !== price.box.width);
  const shares = (edge: (box: Box) => number) => near.filter(({ box }) => Math.abs(edge(box) - edge(price.box)) < 0.5).length;
  const [left, right, centre] = [shares(({ x }) => x), shares(({ x, width }) => x + width), shares(({ x, width }) => x + width / 2)];
  if (left > right && left >= centre) return "left";
  return centre > right ? "centre" : "right";
}

interface Neighbour {
  glyph: Glyph;
  from: number;
  to: number;
}

/** Where the new text stands between its neighbours, smaller if it must, and which leaders it covers. */
function place(
  page: PageGlyphs,
  price: FoundPrice,
  own: readonly Glyph[],
  length: number,
  scale: number,
  side: "left" | "right" | "centre",
) {
  const [anchor] = own as [Glyph, ...Glyph[]];
  const mine = new Set(own);
  const angle = Math.atan2(anchor.dy, anchor.dx);
  const along = ({ x, y }: { x: number; y: number }) => (x - anchor.x) * Math.cos(angle) + (y - anchor.y) * Math.sin(angle);
  const across = ({ x, y }: { x: number; y: number }) => (y - anchor.y) * Math.cos(angle) - (x - anchor.x) * Math.sin(angle);
  const end = Math.max(...own.map((glyph) => along(glyph) + Math.hypot(glyph.dx, glyph.dy)));
  const line: Neighbour[] = page.glyphs
    .filter((glyph) => !mine.has(glyph) && glyph.unicode.trim() !== "" && Math.abs(across(glyph)) < 0.9 * Math.max(glyph.size, anchor.size))
    .map((glyph) => ({ glyph, from: along(glyph), to: along(glyph) + Math.hypot(glyph.dx, glyph.dy) }));
  const leaders = leadersOf(line);
  const solid = line.filter(({ glyph }) => !leaders.has(glyph));
  const air = AIR * anchor.size;
  const before = Math.max(...solid.filter(({ to }) => to <= 0.5 * anchor.size).map(({ to }) => to), Number.NEGATIVE_INFINITY);
  const behind = Math.min(...solid.filter(({ from }) => from >= end - 0.5 * anchor.size).map(({ from }) => from), Number.POSITIVE_INFINITY);
  // What stands as close already may stay as close.
  const [least, most] = [Math.min(0, before + air), Math.max(end, behind - air)];
  const room = side === "right" ? end - least : side === "left" ? most : 2 * Math.min(end / 2 - least, most - end / 2);
  const shrink = Math.min(1, room / (length * scale));
  if (shrink < SMALLEST)
    throw refusedPdf(
      `There is no room for so long a price in the place of ${price.text}.`,
      "Write it shorter, or ask the designer for more room.",
    );
  const wide = length * scale * shrink;
  const from = side === "right" ? end - wide : side === "left" ? 0 : (end - wide) / 2;
  const covered = line.filter(({ glyph, from: a, to: b }) => leaders.has(glyph) && b > from - air && a < from + wide + air);
  return { shift: from / scale, shrink, leaders: covered.map(({ glyph }) => glyph) };
}

/** Dots and the like that lead from the dish to the price: at least three alike beside each other. */
function leadersOf(line: readonly Neighbour[]): Set<Glyph> {
  const sorted = [...line].sort((one, other) => one.from - other.from);
  const found = new Set<Glyph>();
  sorted.forEach(({ glyph }, place) => {
    if (!/^[.\u00b7\u2026_\u2013-]+$/.test(glyph.unicode)) return;
    const around = [
      sorted.slice(place, place + 3),
      sorted.slice(Math.max(0, place - 1), place + 2),
      sorted.slice(Math.max(0, place - 2), place + 1),
    ];
    if (around.some((three) => three.length === 3 && three.every((one) => one.glyph.unicode === glyph.unicode))) found.add(glyph);
  });
  return found;
}

/** Where a text of some length begins and ends from an anchor on, in points. */
function spanBox(anchor: Glyph, from: number, length: number): Box {
  const unit = Math.hypot(anchor.dx, anchor.dy) || 1;
  const [ux, uy] = [anchor.dx / unit, anchor.dy / unit];
  return boxOf([{ ...anchor, x: anchor.x + ux * from, y: anchor.y + uy * from, dx: ux * length, dy: uy * length }]);
}

/** The box around boxes, with a point of room for what is drawn softly at an edge. */
function around(boxes: readonly Box[]): Box {
  const [left, bottom] = [Math.min(...boxes.map(({ x }) => x)) - 1, Math.min(...boxes.map(({ y }) => y)) - 1];
  const [right, top] = [Math.max(...boxes.map(({ x, width }) => x + width)) + 1, Math.max(...boxes.map(({ y, height }) => y + height)) + 1];
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}
