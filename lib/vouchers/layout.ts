import { type BranchKey, branchName } from "../known-branches";
import {
  type Band,
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
  placeIn,
  qrCode,
  svg,
  textAt,
  WIDTH,
} from "./shapes";

/** What a voucher shows. */
export interface Face {
  group: string;
  branch: BranchKey;
  name: string;
  percent: number;
  /** What it gives in place of percents, as it stands on the picture; none for a birthday's. */
  prize?: NameLines;
  /** YYYY-MM-DD */
  validUntil: string;
  serial: string;
  /** The dark squares of the QR code, row by row. */
  squares: boolean[][];
}

/** A guest's name as it stands on the picture. */
export interface NameLines {
  lines: string[];
  size: number;
}

/** How much room the name has. */
const NAME_WIDTH = WIDTH - 2 * EDGE;
const LARGEST = [104, 88, 62, 47];
/** As many lines as a name of 200 characters needs to stay readable. */
export const MOST_LINES = LARGEST.length;

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/** As they are called in Lebanon. */
const ARABIC_MONTHS = [
  "كانون الثاني",
  "شباط",
  "آذار",
  "نيسان",
  "أيار",
  "حزيران",
  "تموز",
  "آب",
  "أيلول",
  "تشرين الأول",
  "تشرين الثاني",
  "كانون الأول",
];

/** Whether a name is read from right to left: its first letter decides, as in every text. */
export function isRightToLeft(name: string): boolean {
  return /^[^\p{L}]*\p{Script=Arabic}/u.test(name);
}

function numberInWords(serial: string, rtl: boolean): string {
  const number = `${serial.slice(0, 4)}-${serial.slice(4)}`;
  return rtl ? `رقم ${number}` : `No. ${number}`;
}

function wordsOf({ group, branch, validUntil, prize }: Pick<Face, "group" | "branch" | "validUntil" | "prize">, rtl: boolean) {
  const place = branchName(branch);
  const [year, month, day] = validUntil.split("-").map(Number) as [number, number, number];
  if (rtl)
    return {
      house: `${group} · ${placeIn(place, true)}`,
      greeting: prize ? "مبروك الفوز" : "عيد ميلاد سعيد",
      offer: ["حسم على", "زيارتك القادمة"],
      show: "أظهر هذه القسيمة في أي من فروعنا",
      until: `صالحة حتى ${day} ${ARABIC_MONTHS[month - 1]} ${year} · لطاولة واحدة`,
    };
  return {
    house: `${group} · ${place}`,
    greeting: prize ? "You have won" : "Happy birthday",
    offer: ["off your", "next visit"],
    show: "Show this at any of our branches",
    until: `Valid until ${day} ${MONTHS[month - 1]} ${year} · for one table`,
  };
}

/** Every way to break a name into so many lines that puts nearly equal lengths on each: words stay whole. */
export function brokenInto(name: string, count: number): string[] {
  const words = name.split(" ");
  const lines: string[] = [];
  let rest = name.length;
  let line = "";
  for (const word of words) {
    const wanted = rest / (count - lines.length);
    const longer = line ? `${line} ${word}` : word;
    if (line && longer.length - word.length / 2 > wanted) {
      lines.push(line);
      rest -= line.length;
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Below this size, another line makes a name easier to read. */
export function isTooSmall(size: number, lineCount: number): boolean {
  return size < (LARGEST[lineCount] ?? 0);
}

const NAME_TOP = 484;

/** Arabic letters reach further below the line. */
const leadingOf = (rtl: boolean) => (rtl ? 1.22 : 1.14);
const lastLine = (rtl: boolean) => (rtl ? 655 : 672);

/** The size at which lines fit beside each other and below. @param widest the widest line's width at size 100 */
export function sizeOf(name: string, lineCount: number, widest: number): number {
  const rtl = isRightToLeft(name);
  const room = (lastLine(rtl) - NAME_TOP) / (RISE + (lineCount - 1) * leadingOf(rtl));
  return Math.floor(Math.min(LARGEST[lineCount - 1] ?? 0, room, (NAME_WIDTH / widest) * 100));
}

/** How far below its top a line of size 1 stands. */
const RISE = 0.42;

/** Of a square of the code, in pixels. */
const MODULE = 5;
const codeSizeOf = (squares: readonly unknown[]) => squares.length * MODULE;

/** What all vouchers of one making have in common: all but the name, the number and the code. */
export function commonSvg(face: Omit<Face, "name" | "serial">, rtl: boolean, isNamed: boolean): string {
  const words = wordsOf(face, rtl);
  const inCard = CARD.x + 44;
  return svg(
    [
      background(rtl),
      mark(rtl ? WIDTH - EDGE - 26 : EDGE + 26, 128, 17, PAPER, PERSIMMON),
      textAt(EDGE + 76, 140, words.house, { size: 34, weight: 600 }, rtl),
      isNamed
        ? textAt(EDGE, 396, `${words.greeting}${rtl ? "،" : ","}`, { size: 46, weight: 300, fill: MINT }, rtl)
        : textAt(EDGE - 4, 540, `${words.greeting}!`, { size: 96, weight: 600 }, rtl),
      ...(face.prize ? prizeTexts(face.prize, rtl) : offerTexts(face.percent, words.offer, rtl)),
      card(rtl, codeSizeOf(face.squares) + 84),
      textAt(inCard, CARD.y + 98, words.show, { size: 33, weight: 600, fill: INK }, rtl),
      textAt(inCard, CARD.y + 150, words.until, { size: 27, fill: MUTED }, rtl),
    ].join(""),
  );
}

const offerTexts = (percent: number, offer: readonly string[], rtl: boolean) => [
  textAt(EDGE - 8, 900, `${percent}%`, { size: 236, weight: 600, fill: PEACH, more: 'letter-spacing="-6"' }, rtl),
  ...offer.map((line, index) => textAt(EDGE + 520, 826 + index * 62, line, { size: 48, weight: 300 }, rtl)),
];

const PRIZE_TOP = 720;
const LARGEST_PRIZE = [120, 96, 72];
/** In how many lines a prize is written at most. */
export const PRIZE_LINES = LARGEST_PRIZE.length;

/** @param widest the widest line's width at size 100 */
export const sizeOfPrize = (lineCount: number, widest: number) =>
  Math.floor(Math.min(LARGEST_PRIZE[lineCount - 1] ?? 0, (NAME_WIDTH / widest) * 100));

const prizeTexts = ({ lines, size }: NameLines, rtl: boolean) =>
  lines.map((line, index) =>
    textAt(EDGE - 2, PRIZE_TOP + Math.round(size * (1 + index * 1.2)), line, { size, weight: 600, fill: PEACH }, rtl),
  );

/** How far marks above a letter of size 1 reach over its line, and what hangs below under it. */
const [OVER, UNDER] = [1.3, 0.6];

/** @param name of one line at least */
export function nameBand({ lines, size }: NameLines, rtl: boolean): Band {
  const at = lines.map((_, index) => NAME_TOP + Math.round(size * (RISE + index * leadingOf(rtl))));
  const top = Math.floor((at[0] ?? NAME_TOP) - size * OVER);
  const height = Math.ceil((at.at(-1) ?? NAME_TOP) + size * UNDER) - top;
  const texts = lines.map((line, index) => textAt(EDGE - 2, at[index] ?? NAME_TOP, line, { size, weight: 600 }, rtl));
  return { top, height, svg: svg(texts.join(""), { top, height }) };
}

/** The number and the code on the card. */
export function codeBand({ squares, serial }: Pick<Face, "squares" | "serial">, rtl: boolean): Band {
  const size = codeSizeOf(squares);
  const x = rtl ? CARD.x + 42 : CARD.x + CARD.width - 42 - size;
  const number = textAt(CARD.x + 44, CARD.y + 222, numberInWords(serial, rtl), { size: 30, fill: INK, more: 'letter-spacing="1"' }, rtl);
  const code = qrCode(squares, x, CARD.y + Math.round((CARD.height - size) / 2), MODULE);
  const { y: top, height } = CARD;
  return { top, height, svg: svg(number + code, { top, height }) };
}
