import { type BranchKey, branchName } from "../known-branches";

/** What a voucher shows. */
export interface Face {
  group: string;
  branch: BranchKey;
  name: string;
  percent: number;
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

export const WIDTH = 1080;
export const HEIGHT = 1350;

/** Where texts begin and end, and how much room the name has. */
const EDGE = 96;
const NAME_WIDTH = WIDTH - 2 * EDGE;
const LARGEST = [104, 88, 62, 47];
/** As many lines as a name of 200 characters needs to stay readable. */
export const MOST_LINES = LARGEST.length;

const PAPER = "#F7F5F0";
const INK = "#1B2423";
const MUTED = "#566160";
const MINT = "#B5E6DC";
const PEACH = "#F6B88F";
const PERSIMMON = "#F2925A";

/** Of the branches that keep the name which they began with. */
const ARABIC_BRANCHES: Record<string, string> = {
  Jounieh: "جونية",
  Batroun: "البترون",
  Tripoli: "طرابلس",
  Zgharta: "زغرتا",
  Ehden: "إهدن",
  Central: "المركز",
};

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

function wordsOf({ group, branch, validUntil }: Pick<Face, "group" | "branch" | "validUntil">, rtl: boolean) {
  const place = branchName(branch);
  const [year, month, day] = validUntil.split("-").map(Number) as [number, number, number];
  if (rtl)
    return {
      house: `${group} · ${ARABIC_BRANCHES[place] ?? place}`,
      greeting: "عيد ميلاد سعيد",
      offer: ["حسم على", "زيارتك القادمة"],
      show: "أظهر هذه القسيمة في أي من فروعنا",
      until: `صالحة حتى ${day} ${ARABIC_MONTHS[month - 1]} ${year} · لطاولة واحدة`,
    };
  return {
    house: `${group} · ${place}`,
    greeting: "Happy birthday",
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

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");

interface TextStyle {
  size: number;
  weight?: 300 | 400 | 600;
  fill?: string;
  more?: string;
}

/** Text that begins at the reading edge: on the left, or on the right for Arabic. @param x counted from that edge */
function textAt(x: number, y: number, text: string, { size, weight = 400, fill = PAPER, more = "" }: TextStyle, rtl: boolean): string {
  const from = rtl ? `x="${WIDTH - x}" direction="rtl"` : `x="${x}"`;
  return `<text ${from} y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" ${more}>${escaped(text)}</text>`;
}

export const FAMILIES = "IBM Plex Sans, IBM Plex Sans Arabic";

/** The logo: a table from above with five seats, one of them tonight's guest's. */
function mark(x: number, y: number, radius: number, seat: string, guest: string): string {
  const seats = [0, 1, 2, 3, 4].map((index) => {
    const angle = ((index * 72 - 90) * Math.PI) / 180;
    const place = `cx="${(x + Math.cos(angle) * radius * 1.79).toFixed(1)}" cy="${(y + Math.sin(angle) * radius * 1.79).toFixed(1)}"`;
    return `<circle ${place} r="${(radius * 0.38).toFixed(1)}" fill="${index === 0 ? guest : seat}"/>`;
  });
  const ring = `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${seat}" stroke-width="${(radius * 0.3).toFixed(1)}"/>`;
  return ring + seats.join("");
}

const CARD = { x: 60, y: 1004, width: WIDTH - 120, height: 290, radius: 32 };
const MODULE = 5;

/** A ticket: paper with a notch above and below the line at which one would tear it. */
function card(rtl: boolean, codeWidth: number): string {
  const { x, y, width, height, radius } = CARD;
  const tear = rtl ? x + codeWidth : x + width - codeWidth;
  const notch = 18;
  const outline = [
    `M${x + radius} ${y}H${tear - notch}A${notch} ${notch} 0 0 0 ${tear + notch} ${y}H${x + width - radius}`,
    `A${radius} ${radius} 0 0 1 ${x + width} ${y + radius}V${y + height - radius}A${radius} ${radius} 0 0 1 ${x + width - radius} ${y + height}`,
    `H${tear + notch}A${notch} ${notch} 0 0 0 ${tear - notch} ${y + height}H${x + radius}`,
    `A${radius} ${radius} 0 0 1 ${x} ${y + height - radius}V${y + radius}A${radius} ${radius} 0 0 1 ${x + radius} ${y}Z`,
  ];
  const dashes = `<path d="M${tear} ${y + 34}V${y + height - 34}" stroke="#D8D3C7" stroke-width="3" stroke-dasharray="2 12" stroke-linecap="round"/>`;
  return `<path d="${outline.join("")}" fill="${PAPER}"/>${dashes}`;
}

/** Each row's dark squares in runs, on whole pixels: a scanner meets sharp edges. */
function qrCode(squares: boolean[][], x: number, y: number): string {
  const runs = squares.flatMap((row, line) =>
    row.flatMap((dark, column) => {
      if (!dark || row[column - 1]) return [];
      const end = row.indexOf(false, column);
      const length = (end === -1 ? row.length : end) - column;
      return [`M${x + column * MODULE} ${y + line * MODULE}h${length * MODULE}v${MODULE}h${-length * MODULE}z`];
    }),
  );
  return `<path d="${runs.join("")}" fill="${INK}" shape-rendering="crispEdges"/>`;
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

/** A part of the picture as wide as all of it. */
export interface Band {
  top: number;
  height: number;
  svg: string;
}

/** @param band all of it by default */
const svg = (inner: string, { top, height }: Pick<Band, "top" | "height"> = { top: 0, height: HEIGHT }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 ${top} ${WIDTH} ${height}" font-family="${FAMILIES}">${inner}</svg>`;

/** The cloth, the light and the table. */
function background(rtl: boolean): string {
  const x = rtl ? WIDTH - 848 : 848;
  return `<defs>
<linearGradient id="cloth" x1="0.1" y1="0" x2="0.75" y2="1"><stop offset="0" stop-color="#1E7468"/><stop offset="0.55" stop-color="#17564E"/><stop offset="1" stop-color="#0D332F"/></linearGradient>
<radialGradient id="light" cx="${x}" cy="210" r="720" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#8FE0CE" stop-opacity="0.22"/><stop offset="1" stop-color="#8FE0CE" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#cloth)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>
<g opacity="0.13">${mark(x, 348, 158, "#DDEEEA", "none")}</g><circle cx="${x}" cy="65" r="60" fill="${PERSIMMON}"/>`;
}

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
      textAt(EDGE - 8, 900, `${face.percent}%`, { size: 236, weight: 600, fill: PEACH, more: 'letter-spacing="-6"' }, rtl),
      ...words.offer.map((line, index) => textAt(EDGE + 520, 826 + index * 62, line, { size: 48, weight: 300 }, rtl)),
      card(rtl, codeSizeOf(face.squares) + 84),
      textAt(inCard, CARD.y + 98, words.show, { size: 33, weight: 600, fill: INK }, rtl),
      textAt(inCard, CARD.y + 150, words.until, { size: 27, fill: MUTED }, rtl),
    ].join(""),
  );
}

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
  const code = qrCode(squares, x, CARD.y + Math.round((CARD.height - size) / 2));
  const { y: top, height } = CARD;
  return { top, height, svg: svg(number + code, { top, height }) };
}
