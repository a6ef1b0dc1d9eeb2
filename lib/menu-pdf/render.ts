import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { refusedPdf } from "./refusal";

/** A page as pixels: four bytes each, red, green, blue and how opaque. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The renderer of this process; it is begun once. */
let library: Promise<PDFiumLibrary> | null = null;

/** @returns how many pages a second reader finds in a file @throws AppError `invalid_request` where it finds none */
export function pagesSeen(bytes: Uint8Array): Promise<number> {
  return withDocument(bytes, async (document) => document.getPageCount());
}

/**
 * Draws pages by PDFium.
 * @param pages from 0 on
 * @param width pixels of the drawn page
 */
export function drawPages(bytes: Uint8Array, pages: readonly number[], width: number): Promise<Pixels[]> {
  return withDocument(bytes, async (document) => {
    const drawn: Pixels[] = [];
    for (const number of pages) {
      const page = document.getPage(number);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = width / Math.max(1, originalWidth);
      // A page as narrow as a thread would be as long as a street.
      const fits = originalHeight * scale <= 4 * width ? scale : (4 * width) / originalHeight;
      const { width: w, height: h, data } = await page.render({ scale: fits, render: "bitmap" });
      drawn.push({ width: w, height: h, data: Uint8Array.from(data) });
    }
    return drawn;
  });
}

/** A rectangle of a page in parts of its width and height, from its upper left corner. */
export interface Marked {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawn page as a PNG picture. @param marked is framed, for whoever looks for what has changed */
export async function pngOf({ width, height, data }: Pixels, marked: readonly Marked[] = []): Promise<Buffer> {
  const frames = marked.map(
    (box) =>
      `<rect x="${box.x * width}" y="${box.y * height}" width="${box.width * width}" height="${box.height * height}" rx="3" fill="none" stroke="#c2410c" stroke-width="3"/>`,
  );
  const picture = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).flatten({ background: "#fff" });
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join("")}</svg>`);
  return (frames.length > 0 ? picture.composite([{ input: svg }]) : picture).png({ compressionLevel: 6 }).toBuffer();
}

type Document = Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>;

async function withDocument<Result>(bytes: Uint8Array, work: (document: Document) => Promise<Result>): Promise<Result> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  let document: Document;
  try {
    document = await pdfium.loadDocument(bytes);
  } catch (cause) {
    throw refusedPdf("This PDF cannot be drawn: it is damaged.", undefined, cause);
  }
  try {
    return await work(document);
  } finally {
    document.destroy();
  }
}
