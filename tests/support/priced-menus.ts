import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "@cantoo/fontkit";
import { degrees, PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { type Digits, writePrice } from "@/lib/menu-pdf/prices/price-text";

const at = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(at.resolve(`@expo-google-fonts/${name}`));
const PLEX = "ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf";
const PLEX_BOLD = "ibm-plex-sans/700Bold/IBMPlexSans_700Bold.ttf";
const PLEX_ARABIC = "ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf";

/** How a menu of the tests looks. */
export interface Look {
  /** Where a price stands: beside its dish, at the right edge, in two columns, behind dots, or in the middle. */
  layout: "left" | "right" | "columns" | "leaders" | "centre";
  digits: Digits;
  currency: "LBP after" | "$ before" | "ل.ل after" | "none";
  font: "plex" | "bold" | "arabic" | "Times" | "Helvetica" | "Courier";
  /** What makes the file unlike others. */
  also?: "form" | "turned page" | "cropped" | "letter by letter" | "kerned" | "squeezed" | "coloured";
}

const DISHES = ["Hummus", "Tabbouleh", "Fattoush", "Moutabal", "Kibbeh", "Labneh", "Manakish", "Shish taouk", "Kafta", "Knefeh"];

/** So many prices a menu has. */
export const PRICES = 60;

/** A price of the house's dishes, the how-manieth it is. */
const priceOf = (number: number, part: boolean) => (part ? 5 + number + (number % 4) / 4 : (95 + number * 7) * 1000);

/** A menu with sixty prices over two pages. */
export async function pricedMenu(look: Look): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit as Parameters<PDFDocument["registerFontkit"]>[0]);
  const font = await fontOf(document, look.font);
  for (let page = 0; page < 2; page++) {
    const sheet = document.addPage([420, 595]);
    if (look.also === "cropped") sheet.setCropBox(10, 20, 400, 560);
    if (look.also === "turned page") sheet.setRotation(degrees(90));
    sheet.drawRectangle({
      x: 15,
      y: 25,
      width: 385,
      height: 545,
      color: look.also === "coloured" ? rgb(0.1, 0.2, 0.3) : rgb(0.97, 0.94, 0.88),
    });
    for (let row = 0; row < PRICES / 2; row++) drawDish(sheet, font, look, page * (PRICES / 2) + row, row);
  }
  return Uint8Array.from(look.also === "form" ? await asForms(document) : await document.save());
}

function fontOf(document: PDFDocument, font: Look["font"]): Promise<PDFFont> {
  const standard = { Times: StandardFonts.TimesRoman, Helvetica: StandardFonts.Helvetica, Courier: StandardFonts.Courier };
  if (font in standard) return document.embedFont(standard[font as keyof typeof standard]);
  const file = { plex: PLEX, bold: PLEX_BOLD, arabic: PLEX_ARABIC }[font as "plex" | "bold" | "arabic"];
  return document.embedFont(fontFile(file), { subset: true });
}

function drawDish(page: PDFPage, font: PDFFont, look: Look, number: number, row: number): void {
  const { layout, digits, currency } = look;
  const part = currency === "$ before";
  const text = writePrice(priceOf(number, part), {
    digits,
    thousands: part ? "" : digits === "latin" ? "," : "\u066c",
    decimal: part ? "." : "",
    places: part ? 2 : 0,
  });
  const whole = currency === "$ before" ? `$${text}` : currency === "none" ? text : `${text} ${currency === "LBP after" ? "LBP" : "ل.ل"}`;
  const [column, line] = layout === "columns" ? [row % 2, Math.floor(row / 2)] : [0, row];
  const y = 550 - line * (layout === "columns" ? 34 : 17);
  const name = `${DISHES[number % DISHES.length]}`;
  const [x, right] = [30 + column * 190, layout === "columns" ? 205 + column * 185 : 385];
  const width = widthOf(font, whole, 10);
  const start = layout === "left" ? x + 110 : layout === "centre" ? 250 - width / 2 : right - width;
  const dots = ".".repeat(Math.max(0, Math.floor((start - x - font.widthOfTextAtSize(name, 10) - 8) / font.widthOfTextAtSize(".", 10))));
  const color = look.also === "coloured" ? rgb(0.95, 0.8, 0.4) : rgb(0.1, 0.1, 0.1);
  page.drawText(layout === "leaders" ? `${name} ${dots}` : name, { x, y, size: 10, font, color });
  show(page, font, look, whole, { x: start, y, size: 10, font, color });
}

/** Letter by letter: the PDF library turns digits of Arabic letters round where they stand in one text. */
function show(
  page: PDFPage,
  font: PDFFont,
  { digits, also }: Look,
  text: string,
  how: NonNullable<Parameters<PDFPage["drawText"]>[1]> & { x: number; size: number },
): void {
  const isWhole = digits === "latin" && also !== "letter by letter" && !/[\u0600-\u06ff]/.test(text);
  if (also === "kerned" || also === "squeezed") showKerned(page, font, text, how, also === "squeezed");
  else if (isWhole) page.drawText(text, how);
  else {
    let { x } = how;
    for (const sign of text) {
      if (sign !== " ") page.drawText(sign, { ...how, x });
      x += widthOf(font, sign, how.size);
    }
  }
}

/** As designers' programs write: one operator with moves between the letters, in a scale and with room of its own. */
function showKerned(
  page: PDFPage,
  font: PDFFont,
  text: string,
  { x, y = 0, size }: { x: number; y?: number; size: number },
  isSqueezed: boolean,
): void {
  const key = page.node.newFontDictionary("Kerned", font.ref).decodeText();
  const letters = [...text].map((sign, place) => `<${font.encodeText(sign).asString()}> ${place % 2 === 0 ? -12 : 9}`).join(" ");
  const scale = isSqueezed ? `/${key} 1 Tf 90 Tz 0.02 Tc ${size} 0 0 ${size} ${x} ${y} Tm` : `/${key} ${size} Tf 1 0 0 1 ${x} ${y} Tm`;
  const stream = page.doc.context.flateStream(`q BT 0.1 0.1 0.1 rg ${scale} [${letters}] TJ ET Q`);
  page.node.addContentStream(page.doc.context.register(stream));
}

const widthOf = (font: PDFFont, text: string, size: number) => [...text].reduce((sum, sign) => sum + font.widthOfTextAtSize(sign, size), 0);

/** The same pages, each painted as a form of another page. */
async function asForms(document: PDFDocument): Promise<Uint8Array> {
  const bytes = await document.save();
  const outer = await PDFDocument.create({ updateMetadata: false });
  for (const form of await outer.embedPdf(bytes, [0, 1])) outer.addPage([420, 595]).drawPage(form);
  return outer.save();
}

/** A menu whose every page is a picture. */
export async function scannedMenu(png: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([420, 595]);
  page.drawImage(await document.embedPng(png), { x: 0, y: 0, width: 420, height: 595 });
  return Uint8Array.from(await document.save());
}

/** One whose price is written beside it for programs that read aloud. */
export async function spokenMenu(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([300, 300]);
  const key = page.node.newFontDictionary("F", (await document.embedFont(StandardFonts.Helvetica)).ref).decodeText();
  const stream = document.context.flateStream(
    `/Span <</ActualText (12,000)>> BDC BT /${key} 12 Tf 50 200 Td (12,000 LBP) Tj ET EMC BT /${key} 12 Tf 50 100 Td (13,456,789) Tj ET`,
  );
  page.node.set(PDFName.of("Contents"), document.context.register(stream));
  return Uint8Array.from(await document.save());
}
