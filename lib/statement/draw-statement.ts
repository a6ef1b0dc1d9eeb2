import { signed } from "../loyalty/ledger/line-types";
import { drawable, pictures, squaresOf, widthOf } from "../vouchers/draw";
import {
  background,
  CARD,
  card,
  EDGE,
  INK,
  MINT,
  MUTED,
  mark,
  PAPER,
  PEACH,
  PERSIMMON,
  qrCode,
  svg,
  textAt,
  WIDTH,
} from "../vouchers/shapes";

/** What a statement shows, in the guest's language. */
export interface StatementFace {
  /** The group and its programme. */
  house: string;
  name: string;
  balance: number;
  /** What the points are called. */
  unit: string;
  asOf: string;
  /** The newest first. */
  lines: readonly { day: string; what: string; points: number }[];
  nothing: string;
  cardTitle: string;
  cardHint: string;
  /** What the QR code says. */
  code: string;
  isArabic: boolean;
}

/** So many movements have room. */
export const MOST_MOVEMENTS = 6;

/** Where the name, the balance and the movements stand, in pixels. */
const NAME_LINE = 286;
const BALANCE_LINE = 486;
const FIRST_MOVEMENT = 592;
const MOVEMENT_HEIGHT = 66;
const ROOM = WIDTH - 2 * EDGE;
/** Where a movement's words begin, and the room that they have. */
const WHAT_AT = EDGE + 236;
const WHAT_ROOM = WIDTH - EDGE - 150 - WHAT_AT;

const MODULE = 6;

/** Draws a guest's statement as PNG. */
export async function drawStatement(face: StatementFace): Promise<Buffer> {
  const { isArabic: rtl } = face;
  const name = await fitting(drawable(face.name), ROOM, 78, 44);
  const balance = face.balance.toLocaleString("en");
  const wide = (await widthOf(balance)) * 1.72;
  const inner = [
    background(rtl),
    mark(rtl ? WIDTH - EDGE - 26 : EDGE + 26, 128, 17, PAPER, PERSIMMON),
    textAt(EDGE + 76, 140, (await fitting(drawable(face.house), ROOM - 76, 34, 34)).text, { size: 34, weight: 600 }, rtl),
    textAt(EDGE - 2, NAME_LINE, name.text, { size: name.size, weight: 600 }, rtl),
    textAt(EDGE - 6, BALANCE_LINE, balance, { size: 172, weight: 600, fill: PEACH }, rtl),
    textAt(EDGE + wide + 30, BALANCE_LINE, drawable(face.unit), { size: 52, weight: 300, fill: MINT }, rtl),
    ...(face.lines.length === 0 ? [textAt(EDGE, FIRST_MOVEMENT, face.nothing, { size: 36, weight: 300, fill: MINT }, rtl)] : []),
    ...(await Promise.all(face.lines.slice(0, MOST_MOVEMENTS).map((line, index) => movement(line, index, rtl)))),
    ticket(face),
  ];
  const sharp = await pictures();
  return sharp(Buffer.from(svg(inner.join(""))))
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
}

async function movement({ day, what, points }: StatementFace["lines"][number], index: number, rtl: boolean): Promise<string> {
  const y = FIRST_MOVEMENT + index * MOVEMENT_HEIGHT;
  const words = await fitting(drawable(what), WHAT_ROOM, 36, 36);
  const line = `<path d="M${EDGE} ${y + 22}H${WIDTH - EDGE}" stroke="${MINT}" stroke-opacity="0.22" stroke-width="2"/>`;
  const amount = `<text x="${rtl ? EDGE : WIDTH - EDGE}" y="${y}" text-anchor="${rtl ? "start" : "end"}" font-size="38" font-weight="600" fill="${PAPER}">${signed(points)}</text>`;
  return [
    textAt(EDGE, y, day, { size: 32, weight: 300, fill: MINT }, rtl),
    textAt(WHAT_AT, y, words.text, { size: words.size }, rtl),
    amount,
    line,
  ].join("");
}

/** The card: its code, and what it is for. */
function ticket({ code, cardTitle, cardHint, asOf, isArabic: rtl }: StatementFace): string {
  const squares = squaresOf(code);
  const size = squares.length * MODULE;
  const x = rtl ? CARD.x + 42 : CARD.x + CARD.width - 42 - size;
  const inCard = CARD.x + 44;
  return [
    card(rtl, size + 84),
    textAt(inCard, CARD.y + 98, cardTitle, { size: 44, weight: 600, fill: INK }, rtl),
    textAt(inCard, CARD.y + 156, cardHint, { size: 31, fill: INK }, rtl),
    textAt(inCard, CARD.y + 226, asOf, { size: 27, fill: MUTED }, rtl),
    qrCode(squares, x, CARD.y + Math.round((CARD.height - size) / 2), MODULE),
  ].join("");
}

/** A text at the largest size at which it has room; what has none at the smallest ends in dots. */
async function fitting(text: string, room: number, largest: number, smallest: number): Promise<{ text: string; size: number }> {
  if (text === "") return { text, size: largest };
  const size = Math.floor(Math.min(largest, (room / (await widthOf(text))) * 100));
  if (size >= smallest) return { text, size };
  const letters = [...text];
  const fits = Math.floor((letters.length * room * 100) / ((await widthOf(text)) * smallest));
  return {
    text: `${letters
      .slice(0, Math.max(1, fits - 2))
      .join("")
      .trimEnd()}…`,
    size: smallest,
  };
}
