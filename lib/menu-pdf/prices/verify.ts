import { refusedPdf } from "../refusal";
import { drawPages, type Pixels } from "../render";
import { type Box, findPrices, seenBox } from "./find-prices";
import type { Plan } from "./plan";
import type { Glyph, PageGlyphs } from "./read-glyphs";

/** So far, in points, a glyph may seem to have moved: numbers in the file are rounded. */
const SAME_PLACE = 0.02;

const notDone = (why: string) =>
  refusedPdf(`The new menu was made, and not kept: ${why}`, "Leave this price as it is, or ask the designer for it.");

/**
 * Reads a rebuilt menu back: each new price stands there once, in the place of the old one, which is gone; every other glyph is where it was.
 * @throws AppError `invalid_request` for the first thing that is not so
 */
export function verifyText(before: readonly PageGlyphs[], after: readonly PageGlyphs[], plans: readonly Plan[]): void {
  if (before.length !== after.length) throw notDone("it has another number of pages.");
  const prices = findPrices(after);
  for (const page of before) {
    const own = plans.filter(({ price }) => price.page === page.page);
    const gone = new Set(own.flatMap((plan) => plan.gone));
    const left = withoutSame(
      after[page.page]?.glyphs ?? [],
      page.glyphs.filter((glyph) => !gone.has(glyph)),
    );
    for (const plan of own) {
      const { text } = plan.change;
      const inBox = left.filter((glyph) => isIn(plan.box, glyph)).sort((one, other) => alongOf(plan, one) - alongOf(plan, other));
      if (inBox.map(({ unicode }) => unicode).join("") !== text)
        throw notDone(`${text} is not what stands in the place of ${plan.price.text}.`);
      for (const glyph of inBox) left.splice(left.indexOf(glyph), 1);
      const read = prices.filter((price) => price.page === page.page && price.text === text && overlaps(price.box, plan.box));
      if (read.length !== 1) throw notDone(`${text} is not read back as a price of its own.`);
    }
    if (left.length > 0) throw notDone("it says more than before.");
  }
}

const alongOf = ({ anchor }: Plan, { x, y }: Glyph) => (x - anchor.x) * anchor.dx + (y - anchor.y) * anchor.dy;

/** Glyphs of a page that it did not have before, in their order. @throws AppError where one of those is gone or has moved */
function withoutSame(now: readonly Glyph[], before: readonly Glyph[]): Glyph[] {
  const cells = new Map<string, Glyph[]>();
  const cell = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
  for (const glyph of now) cells.set(cell(glyph.x, glyph.y), [...(cells.get(cell(glyph.x, glyph.y)) ?? []), glyph]);
  const matched = new Set<Glyph>();
  for (const old of before) {
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(cell(old.x + dx, old.y + dy)) ?? []));
    const same = near.find(
      (one) =>
        !matched.has(one) && one.unicode === old.unicode && Math.abs(one.x - old.x) < SAME_PLACE && Math.abs(one.y - old.y) < SAME_PLACE,
    );
    if (!same) throw notDone(`“${old.unicode}” beside a price is gone, or has moved.`);
    matched.add(same);
  }
  return now.filter((glyph) => !matched.has(glyph));
}

const isIn = ({ x, y, width, height }: Box, glyph: Glyph) =>
  glyph.x >= x - 1 && glyph.x <= x + width && glyph.y >= y && glyph.y <= y + height;

const overlaps = (one: Box, other: Box) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** Pixels for each point when two versions are compared: as fine as a phone shows a page that is drawn closer. */
const FINE = 2;

/**
 * Draws both and compares every pixel outside the boxes by a second reader, which knows nothing of how the file was made.
 * @returns how many pixels changed inside the boxes
 * @throws AppError `invalid_request` where one changed outside
 */
export async function verifyPixels(
  before: Uint8Array,
  after: Uint8Array,
  pages: readonly PageGlyphs[],
  plans: readonly Plan[],
): Promise<number> {
  let inside = 0;
  for (const page of pages) {
    const boxes = plans.filter(({ price }) => price.page === page.page).map(({ box }) => seenBox(box, page));
    const wide = Math.min(2_400, Math.round(page.width * FINE));
    const [[old], [now]] = [await drawPages(before, [page.page], wide), await drawPages(after, [page.page], wide)];
    if (!old || !now || old.width !== now.width || old.height !== now.height) throw notDone("a page has another size.");
    inside += changedInside(old, now, boxes, old.width / page.width);
  }
  return inside;
}

/** @throws AppError where a pixel outside the boxes is another one */
function changedInside(old: Pixels, now: Pixels, boxes: readonly Box[], scale: number): number {
  let inside = 0;
  for (let row = 0; row < old.height; row++) {
    const start = row * old.width * 4;
    const [one, other] = [old.data.subarray(start, start + old.width * 4), now.data.subarray(start, start + old.width * 4)];
    if (Buffer.compare(one, other) === 0) continue;
    for (let column = 0; column < old.width; column++) {
      if ([0, 1, 2].every((colour) => one[column * 4 + colour] === other[column * 4 + colour])) continue;
      const [x, y] = [(column + 0.5) / scale, (row + 0.5) / scale];
      if (!boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height))
        throw notDone("something beside the prices looks different.");
      inside++;
    }
  }
  return inside;
}
