import { readFileSync } from "node:fs";
import path from "node:path";
import encodeQR from "qr";
import { cleanText } from "../clean-text";
import { takeOwnFonts } from "../env";
import {
  brokenInto,
  codeBand,
  commonSvg,
  type Face,
  isRightToLeft,
  isTooSmall,
  MOST_LINES,
  type NameLines,
  nameBand,
  PRIZE_LINES,
  sizeOf,
  sizeOfPrize,
} from "./layout";
import { type Band, escaped, FAMILIES, HEIGHT, WIDTH } from "./shapes";

/** sharp, with our fonts alone. Fontconfig reads its settings once, when the library is loaded. */
export async function pictures() {
  takeOwnFonts();
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1); // the server's other work goes on beside it
  sharp.cache(false);
  return sharp;
}

/**
 * Draws vouchers one after the other. What they have in common is drawn once, and kept as long as this is: laid over all of it, a name, a
 * number and a code would take twice as long.
 */
export function openPress(): (face: Omit<Face, "squares">, code: string) => Promise<Buffer> {
  const known = new Map<string, Promise<Buffer>>();
  const commonOf = (face: Face, rtl: boolean, isNamed: boolean) => {
    const svg = commonSvg(face, rtl, isNamed);
    const common = known.get(svg) ?? rawOf(svg);
    known.set(svg, common);
    return common;
  };
  return async (given, code) => {
    const sharp = await pictures();
    const face = { ...given, name: drawable(given.name), squares: squaresOf(code) };
    const rtl = isRightToLeft(face.name);
    const name = await nameLines(face.name);
    const isNamed = name.lines.length > 0;
    const picture = Buffer.from(await commonOf(face, rtl, isNamed));
    for (const band of [...(isNamed ? [nameBand(name, rtl)] : []), codeBand(face, rtl)]) await layOver(picture, band);
    return sharp(picture, { raw: { ...SIZE, channels: CHANNELS } })
      .png({ compressionLevel: 6 })
      .toBuffer();
  };
}

const SIZE = { width: WIDTH, height: HEIGHT };
const CHANNELS = 3;

async function rawOf(svg: string): Promise<Buffer> {
  const sharp = await pictures();
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/** @param picture rows of points; those of the band are written anew */
async function layOver(picture: Buffer, { top, height, svg }: Band): Promise<void> {
  const sharp = await pictures();
  const [from, to] = [top, top + height].map((row) => row * WIDTH * CHANNELS);
  const below = picture.subarray(from, to);
  const laid = await sharp(below, { raw: { width: WIDTH, height, channels: CHANNELS } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  laid.copy(below);
}

/** The dark squares of a QR code, row by row. The library draws one square of border at least; the paper around the code is more. */
export function squaresOf(code: string): boolean[][] {
  const squares = encodeQR(code, "raw", { ecc: "medium", border: 1 });
  return squares.slice(1, -1).map((row) => row.slice(1, -1));
}

/** A small picture of a voucher, for lists. */
export async function drawThumbnail(png: Buffer): Promise<Buffer> {
  const sharp = await pictures();
  return sharp(png).resize({ width: 216 }).webp({ quality: 80 }).toBuffer();
}

/** The name in as many lines as make it largest. */
async function nameLines(name: string): Promise<NameLines> {
  if (!name) return { lines: [], size: 0 };
  let best: NameLines = { lines: [], size: 0 };
  for (let count = 1; count <= MOST_LINES; count++) {
    const lines = brokenInto(name, count);
    if (lines.length < count) break;
    const size = sizeOf(name, count, Math.max(...(await Promise.all(lines.map(widthOf)))));
    if (size > best.size) best = { lines, size };
    if (!isTooSmall(best.size, count)) break;
  }
  return best;
}

/** A prize in as many lines as make it largest; nothing of it where our fonts can draw none of its letters. */
export async function prizeLines(prize: string): Promise<NameLines | undefined> {
  const words = drawable(prize);
  let best: NameLines | undefined;
  for (let count = 1; words && count <= PRIZE_LINES; count++) {
    const lines = brokenInto(words, count);
    if (lines.length < count) break;
    const size = sizeOfPrize(count, Math.max(...(await Promise.all(lines.map(widthOf)))));
    if (size > (best?.size ?? 0)) best = { lines, size };
  }
  return best;
}

/** How wide a line is at size 100, with its letters joined as they are drawn. */
export async function widthOf(line: string): Promise<number> {
  const sharp = await pictures();
  const text = { text: escaped(line), font: `${FAMILIES}, SemiBold 100`, dpi: 72 }; // a point is a pixel
  return (await sharp({ text }).metadata()).width;
}

const FONTS = ["ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold", "ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold"];
let letters: Set<number> | null = null;

/** The part of a name that our fonts can draw: emoji and other scripts would be empty boxes. */
export function drawable(name: string): string {
  letters ??= new Set(FONTS.flatMap((font) => lettersOf(readFileSync(path.resolve(`node_modules/@expo-google-fonts/${font}.ttf`)))));
  const known = [...name.normalize("NFC")].filter((letter) => letters?.has(letter.codePointAt(0) ?? 0));
  return cleanText(known.join("")).replace(/^[\p{P}\p{S}\s]+$/u, "");
}

/** Every character that a font has a picture of: its table `cmap` (OpenType), in the format of the basic plane. */
function lettersOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const cmap = font.readUInt32BE((tables.find((at) => font.toString("latin1", at, at + 4) === "cmap") ?? 0) + 8);
  const places = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8));
  const basic = places.find((at) => font.readUInt16BE(at) === 4);
  if (basic === undefined) return [];
  const count = font.readUInt16BE(basic + 6) / 2;
  return Array.from({ length: count }, (_, index) => {
    const end = font.readUInt16BE(basic + 14 + index * 2);
    const start = font.readUInt16BE(basic + 16 + (count + index) * 2);
    return Array.from({ length: end === 0xffff ? 0 : end - start + 1 }, (_, offset) => start + offset);
  }).flat();
}
