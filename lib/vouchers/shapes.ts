/** What the pictures that guests get are drawn of: vouchers, and statements of points. In pixels. */
export const WIDTH = 1080;
export const HEIGHT = 1350;

/** Where texts begin, counted from either side. */
export const EDGE = 96;

export const PAPER = "#F7F5F0";
export const INK = "#1B2423";
export const MUTED = "#566160";
export const MINT = "#B5E6DC";
export const PEACH = "#F6B88F";
export const PERSIMMON = "#F2925A";

/** Of the branches that keep the name which they began with. */
const ARABIC_BRANCHES: Record<string, string> = {
  Jounieh: "جونية",
  Batroun: "البترون",
  Tripoli: "طرابلس",
  Zgharta: "زغرتا",
  Ehden: "إهدن",
  Central: "المركز",
};

/** A branch as a guest reads it. @param name as staff call it */
export const placeIn = (name: string, isArabic: boolean) => (isArabic && ARABIC_BRANCHES[name]) || name;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");

export interface TextStyle {
  size: number;
  weight?: 300 | 400 | 600;
  fill?: string;
  /** Further attributes. */
  more?: string;
}

/** Text that begins at the reading edge: on the left, or on the right for Arabic. @param x counted from that edge */
export function textAt(
  x: number,
  y: number,
  text: string,
  { size, weight = 400, fill = PAPER, more = "" }: TextStyle,
  rtl: boolean,
): string {
  const from = rtl ? `x="${WIDTH - x}" direction="rtl"` : `x="${x}"`;
  return `<text ${from} y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" ${more}>${escaped(text)}</text>`;
}

export const FAMILIES = "IBM Plex Sans, IBM Plex Sans Arabic";

/** The logo: a table from above with five seats, one of them tonight's guest's. */
export function mark(x: number, y: number, radius: number, seat: string, guest: string): string {
  const seats = [0, 1, 2, 3, 4].map((index) => {
    const angle = ((index * 72 - 90) * Math.PI) / 180;
    const place = `cx="${(x + Math.cos(angle) * radius * 1.79).toFixed(1)}" cy="${(y + Math.sin(angle) * radius * 1.79).toFixed(1)}"`;
    return `<circle ${place} r="${(radius * 0.38).toFixed(1)}" fill="${index === 0 ? guest : seat}"/>`;
  });
  const ring = `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${seat}" stroke-width="${(radius * 0.3).toFixed(1)}"/>`;
  return ring + seats.join("");
}

/** Where the paper with the code lies. */
export const CARD = { x: 60, y: 1004, width: WIDTH - 120, height: 290, radius: 32 };

/** A ticket: paper with a notch above and below the line at which one would tear it. */
export function card(rtl: boolean, codeWidth: number): string {
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

/** Each row's dark squares in runs, on whole pixels: a scanner meets sharp edges. @param size of a square, in pixels */
export function qrCode(squares: boolean[][], x: number, y: number, size: number): string {
  const runs = squares.flatMap((row, line) =>
    row.flatMap((dark, column) => {
      if (!dark || row[column - 1]) return [];
      const end = row.indexOf(false, column);
      const length = (end === -1 ? row.length : end) - column;
      return [`M${x + column * size} ${y + line * size}h${length * size}v${size}h${-length * size}z`];
    }),
  );
  return `<path d="${runs.join("")}" fill="${INK}" shape-rendering="crispEdges"/>`;
}

/** A part of the picture as wide as all of it. */
export interface Band {
  top: number;
  height: number;
  svg: string;
}

/** @param band all of it by default */
export const svg = (inner: string, { top, height }: Pick<Band, "top" | "height"> = { top: 0, height: HEIGHT }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 ${top} ${WIDTH} ${height}" font-family="${FAMILIES}">${inner}</svg>`;

/** The cloth, the light and the table. */
export function background(rtl: boolean): string {
  const x = rtl ? WIDTH - 848 : 848;
  return `<defs>
<linearGradient id="cloth" x1="0.1" y1="0" x2="0.75" y2="1"><stop offset="0" stop-color="#1E7468"/><stop offset="0.55" stop-color="#17564E"/><stop offset="1" stop-color="#0D332F"/></linearGradient>
<radialGradient id="light" cx="${x}" cy="210" r="720" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#8FE0CE" stop-opacity="0.22"/><stop offset="1" stop-color="#8FE0CE" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#cloth)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>
<g opacity="0.13">${mark(x, 348, 158, "#DDEEEA", "none")}</g><circle cx="${x}" cy="65" r="60" fill="${PERSIMMON}"/>`;
}
