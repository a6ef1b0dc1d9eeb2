import { PDFDocument } from "@cantoo/pdf-lib";
import { refusedPdf } from "../refusal";
import type { Marked } from "../render";
import type { PriceChanged, PriceInPdf } from "../tasks";
import { type Box, findPrices, seenBox } from "./find-prices";
import { HouseFonts } from "./house-font";
import { ownLetters, type Plan, type PriceChange, planChange } from "./plan";
import { type PageGlyphs, readGlyphs } from "./read-glyphs";
import { formsPainted, rewritePage } from "./rewrite";
import { verifyPixels, verifyText } from "./verify";

/** A menu with other prices. */
export interface ChangedMenu {
  bytes: Uint8Array;
  changes: PriceChanged[];
}

/** The numbers of a PDF that may be prices. @throws AppError `invalid_request` for a scan, or text that cannot be read */
export async function pricesOfPdf(bytes: Uint8Array): Promise<PriceInPdf[]> {
  const pages = await readGlyphs(bytes);
  requireText(pages);
  return findPrices(pages).map(({ id, page, text, value, currency, beside, isSure, box }) => {
    return { id, page, text, value, currency, beside, is_sure: isSure, box: inParts(box, pages[page]) };
  });
}

/** A box in parts of its page as it is seen. */
function inParts(box: Box, page: PageGlyphs | undefined): Marked {
  if (!page) return { x: 0, y: 0, width: 0, height: 0 };
  const { x, y, width, height } = seenBox(box, page);
  return { x: x / page.width, y: y / page.height, width: width / page.width, height: height / page.height };
}

/**
 * Changes prices of a PDF and nothing else: the old glyphs are taken out of its streams, the new ones stand in their place, and the file is
 * read back and compared pixel by pixel before it is given out.
 * @param changes by the ids of `findPrices`
 * @throws AppError `invalid_request` with the reason; then nothing is given out, not even what could be done
 */
export async function changePrices(bytes: Uint8Array, changes: readonly PriceChange[]): Promise<ChangedMenu> {
  const pages = await readGlyphs(bytes);
  requireText(pages);
  const prices = findPrices(pages);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const [letters, house] = [ownLetters(pages), new HouseFonts(document)];
  const plans: Plan[] = [];
  for (const change of changes) {
    const price = prices.find(({ id }) => id === change.id);
    const page = price && pages[price.page];
    if (!page) throw refusedPdf("A price is not in this file any more.", "Open the menu again, and choose its prices anew.");
    if (price.text !== change.text) plans.push(await planChange(page, price, change, prices, letters, house));
  }
  const timesPainted = formsPainted(document);
  for (const page of pages) {
    const own = plans.filter(({ price }) => price.page === page.page);
    if (own.length > 0) rewritePage(document, page, own, timesPainted);
  }
  const changed = await document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
  verifyText(pages, await readGlyphs(changed), plans);
  await verifyPixels(bytes, changed, pages, plans);
  return {
    bytes: changed,
    changes: plans.map(({ change, price, box, shrink, with: drawn }) => {
      const place = { page: price.page, box: inParts(box, pages[price.page]) };
      return { ...change, ...place, before: price.text, beside: price.beside, other_font: "house" in drawn, size: shrink };
    }),
  };
}

/** @throws AppError for a scan, whose letters are a picture */
export function requireText(pages: Awaited<ReturnType<typeof readGlyphs>>): void {
  const letters = pages.reduce(
    (sum, { glyphs, shows }) => sum + glyphs.filter(({ op, unicode }) => !shows[op]?.isHidden && unicode.trim() !== "").length,
    0,
  );
  if (letters > 0) return;
  const why = pages.some(({ hasPicture }) => hasPicture)
    ? "This menu is a picture: a scan, or exported as one."
    : "There is no text in this menu.";
  throw refusedPdf(`${why} No price in it can be changed.`, "Ask the designer for a PDF with text.");
}
