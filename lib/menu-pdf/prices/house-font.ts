import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as fontkit from "@cantoo/fontkit";
import type { PDFDocument, PDFFont } from "@cantoo/pdf-lib";
import type { Digits } from "./price-text";

/** A font that is embedded whole where a menu's own one lacks a digit: its subset holds what the designer typed. */
export interface HouseFont {
  font: PDFFont;
  /** The name under which streams use it; longer than designers' programs make them. */
  name: string;
  has: (letter: string) => boolean;
}

const FILES: Record<"latin" | "arabic", Record<"regular" | "bold", string>> = {
  latin: {
    regular: "@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf",
    bold: "@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf",
  },
  arabic: {
    regular: "@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf",
    bold: "@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf",
  },
};

/** What people call the font, where they are told of it. */
export const HOUSE_FONT = "IBM Plex Sans";

/** The house's fonts of one document, each embedded when it is first needed. */
export class HouseFonts {
  private readonly made = new Map<string, Promise<HouseFont>>();

  constructor(private readonly document: PDFDocument) {
    document.registerFontkit(fontkit as Parameters<PDFDocument["registerFontkit"]>[0]);
  }

  /** @param like the name of the font in whose place it stands */
  for(digits: Digits, like: string): Promise<HouseFont> {
    const script = digits === "latin" ? "latin" : "arabic";
    const weight = /bold|semi|demi|black|heavy/i.test(like) ? "bold" : "regular";
    const name = `DaftarPrices-${script}-${weight}`;
    const known = this.made.get(name) ?? this.make(name, FILES[script][weight]);
    this.made.set(name, known);
    return known;
  }

  private async make(name: string, file: string): Promise<HouseFont> {
    const font = await this.document.embedFont(readFileSync(createRequire(path.resolve("package.json")).resolve(file)), { subset: true });
    const known = new Set(font.getCharacterSet());
    return { font, name, has: (letter) => known.has(letter.codePointAt(0) ?? 0) };
  }
}
