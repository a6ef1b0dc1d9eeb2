import { drawable, pictures } from "../../vouchers/draw";
import { escaped, FAMILIES } from "../../vouchers/shapes";
import { dayIn, type Section } from "./sections";
import { DOCUMENT_WORDS, type DocumentLanguage } from "./words";

/** An A4 page in points of a picture, 150 to an inch, and in those of PDF. */
const PAGE = { width: 1240, height: 1754 };
const PDF_PAGE: [number, number] = [595.28, 841.89];
const EDGE = 110;
const WIDTH = PAGE.width - 2 * EDGE;
const INK = "#1B2423";

/** A text as it is drawn: its size in points of the picture, and the room above it. */
interface Look {
  size: number;
  weight: "Regular" | "SemiBold";
  above: number;
}
const LOOKS = {
  title: { size: 54, weight: "SemiBold", above: 0 },
  made: { size: 26, weight: "Regular", above: 12 },
  heading: { size: 32, weight: "SemiBold", above: 44 },
  line: { size: 26, weight: "Regular", above: 12 },
  rest: { size: 26, weight: "SemiBold", above: 60 },
} as const satisfies Record<string, Look>;

interface Block {
  look: keyof typeof LOOKS;
  text: string;
}

interface Drawn {
  input: Buffer;
  width: number;
  height: number;
}

/**
 * What is kept of a person, as pages that people read: a picture a page, because a PDF's own fonts do not join Arabic letters.
 * @returns the bytes of a PDF
 */
export async function drawDocument(sections: readonly Section[], language: DocumentLanguage, today: string): Promise<Uint8Array> {
  const words = DOCUMENT_WORDS[language];
  const blocks: Block[] = [
    { look: "title", text: words.title },
    { look: "made", text: words.made(dayIn(language, today)) },
    ...sections.flatMap(({ heading, lines }): Block[] => [
      { look: "heading", text: heading },
      ...lines.map((text): Block => ({ look: "line", text })),
    ]),
    { look: "rest", text: words.rest },
  ];
  const pages = await layOut(blocks, language === "ar");
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create();
  pdf.setTitle(words.title);
  pdf.setLanguage(language);
  for (const page of pages) {
    const [width, height] = PDF_PAGE;
    pdf.addPage(PDF_PAGE).drawImage(await pdf.embedJpg(page), { x: 0, y: 0, width, height });
  }
  return pdf.save();
}

/** The texts one below the other, on as many pages as they need; a heading never stands alone at the end of one. */
async function layOut(blocks: readonly Block[], isRightToLeft: boolean): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  let placed: { input: Buffer; left: number; top: number }[] = [];
  let top = EDGE;
  const turn = async () => {
    pages.push(await pageOf(placed));
    placed = [];
    top = EDGE;
  };
  for (const [at, { look, text }] of blocks.entries()) {
    const drawn = await drawText(text, LOOKS[look]);
    if (!drawn) continue;
    const { above } = LOOKS[look];
    const next = look === "heading" && blocks[at + 1] ? LOOKS.line.above + 2 * LOOKS.line.size : 0;
    if (placed.length > 0 && top + above + drawn.height + next > PAGE.height - EDGE) await turn();
    top += placed.length > 0 ? above : 0;
    placed.push({ input: drawn.input, left: isRightToLeft ? PAGE.width - EDGE - drawn.width : EDGE, top });
    top += drawn.height;
  }
  if (placed.length > 0) await turn();
  return pages;
}

/** A paragraph is never higher than this: a text of thousands of letters goes on in the file for programs. */
const LONGEST = 1_200;

/** Null for a text of which our fonts can draw nothing. */
async function drawText(text: string, { size, weight }: Look): Promise<Drawn | null> {
  // A number stays one, with its + before it, among Arabic words too: no break between its groups, and a mark of its direction (UAX 9, W2 to W7).
  const known = drawable(text.slice(0, LONGEST))
    .replace(/(?<=\d) (?=\d)/g, "\u00a0")
    .replace(/\+(?=\d)/g, "\u200e+");
  if (known === "") return null;
  const sharp = await pictures();
  const markup = `<span foreground="${INK}">${escaped(known)}</span>`;
  const font = `${FAMILIES}, ${weight} ${size}`;
  // A point is a pixel; it breaks lines, joins letters and orders both directions.
  const { data, info } = await sharp({ text: { text: markup, font, dpi: 72, width: WIDTH, rgba: true, wrap: "word-char" } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

async function pageOf(placed: { input: Buffer; left: number; top: number }[]): Promise<Buffer> {
  const sharp = await pictures();
  return sharp({ create: { ...PAGE, channels: 3, background: "#ffffff" } })
    .composite(placed)
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
