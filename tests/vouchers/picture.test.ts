import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import decodeQR from "qr/decode.js";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { takeOwnFonts } from "@/lib/env";
import { drawable, openPress } from "@/lib/vouchers/draw";
import { brokenInto, isRightToLeft, nameBand } from "@/lib/vouchers/layout";

const PICTURES = path.resolve("tests/vouchers/pictures");
const CODE = `DV1/7K3F92QD/JOUNIEH/20/20261220/${"7K3F92QDHJ".repeat(10)}ABC`;

beforeAll(() => takeOwnFonts());

const press = openPress();
const draw = (name: string) =>
  press({ group: "The house", branch: "jounieh", name, percent: 20, validUntil: "2026-12-20", serial: "7K3F92QD" }, CODE);

interface Raw {
  width: number;
  height: number;
  data: Buffer;
}

async function grey(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** How far two pictures are apart: the mean difference of a point, of 255. */
function apart(one: Raw, other: Raw): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.data.reduce((sum, value, index) => sum + Math.abs(value - (other.data[index] ?? 0)), 0) / one.data.length;
}

const TILE = 18;

/** How far the two tiles of two pictures are apart that differ most: a comma is little of a picture and much of its tile. */
function mostApart(one: Raw, other: Raw): number {
  const sums = new Map<number, number>();
  for (const [at, value] of one.data.entries()) {
    const tile = Math.floor(Math.floor(at / one.width) / TILE) * one.width + Math.floor((at % one.width) / TILE);
    sums.set(tile, (sums.get(tile) ?? 0) + Math.abs(value - (other.data[at] ?? 0)));
  }
  return Math.max(...sums.values()) / TILE ** 2;
}

/** The pieces of ink in a picture of black on nothing. */
function piecesOf({ width, height, data }: Raw): number {
  const ink = Uint8Array.from(data, (value) => (value > 100 ? 1 : 0));
  let pieces = 0;
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start]) continue;
    pieces++;
    for (const stack = [start]; stack.length > 0; ) {
      const at = stack.pop() as number;
      if (!ink[at]) continue;
      ink[at] = 0;
      const x = at % width;
      if (x > 0) stack.push(at - 1);
      if (x < width - 1) stack.push(at + 1);
      if (at >= width) stack.push(at - width);
      if (at < width * (height - 1)) stack.push(at + width);
    }
  }
  return pieces;
}

/** A text alone, in the letters of a voucher: light on black. */
const textAlone = (text: string) =>
  grey(sharp(Buffer.from(nameBand({ lines: [text], size: 60 }, isRightToLeft(text)).svg)).flatten({ background: "#000" }));

describe("a voucher's picture", () => {
  // To make one anew, delete it, run this test, and look at it.
  it.each([
    ["latin", "Élodie Haddad"],
    ["arabic", "مايا الخوري"],
    ["mixed", "ليلى Haddad"],
    ["long", "Marie-Christine Alexandra Josephine de la Bourdonnaye-Frangieh el Khoury Tannous of the Northern Mountains"],
    ["endless", "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaft de la Paz y Mar"],
    ["nameless", "🌸"],
    ["long-arabic", "عبد الرحمن محمد مصطفى بن عبد العزيز آل الدويهي الفرنجية من إهدن وزغرتا"],
  ])("of a %s name is the one that somebody has looked at", async (kind, name) => {
    const file = path.join(PICTURES, `${kind}.png`);
    const small = await sharp(await draw(name))
      .resize(432)
      .greyscale()
      .png({ palette: true, colours: 32 })
      .toBuffer();
    if (!existsSync(file)) writeFileSync(file, small);
    const [drawn, known] = [await grey(sharp(small)), await grey(sharp(readFileSync(file)))];
    expect(apart(drawn, known)).toBeLessThan(0.5);
    expect(mostApart(drawn, known)).toBeLessThan(1);
  });

  it("has no empty box for any letter that people here write", async () => {
    const box = await textAlone("ա"); // Armenian, of which the fonts have nothing
    const letters = "AZaz09ÀÉÎÖŞğıŁžĐñçœß’-&ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئپچڤگ٣";
    for (const letter of letters) {
      const drawn = await textAlone(letter);
      expect({ letter, isDrawn: drawn.data.some((value) => value > 100), isBox: apart(drawn, box) < 0.2 }).toEqual({
        letter,
        isDrawn: true,
        isBox: false,
      });
    }
    expect(drawable(letters)).toBe(letters);
  });

  it("joins Arabic letters, from right to left", async () => {
    expect(piecesOf(await textAlone("محمد"))).toBe(1);
    expect(piecesOf(await textAlone("م ح م د"))).toBe(4);
    const { data, width } = await textAlone("مل");
    const heights = new Array<number>(width).fill(0);
    for (const [at, value] of data.entries()) if (value > 100) heights[at % width] = (heights[at % width] ?? 0) + 1;
    const inked = heights.flatMap((ink, x) => (ink > 0 ? [x] : []));
    const tallest = heights.indexOf(Math.max(...heights));
    const middle = ((inked[0] ?? 0) + (inked.at(-1) ?? 0)) / 2;
    expect(tallest).toBeLessThan(middle); // the tall lam is the second letter: it stands on the left
  });

  it("leaves out what it cannot draw, and greets without a name when nothing is left", async () => {
    expect(drawable("🌸 Maya 🎂")).toBe("Maya");
    expect(drawable("Հայկ Sarkissian")).toBe("Sarkissian");
    expect(drawable("🌸 !")).toBe("");
    expect(drawable("שרה")).toBe("");
    expect(drawable("Maya\uffff")).toBe("Maya");
    expect(drawable("E\u0301lodie")).toBe("Élodie"); // as some phones write it
    expect(apart(await grey(sharp(await draw("🌸"))), await grey(sharp(await draw("🎂 ..."))))).toBe(0);
  });

  it.each([
    ["ليلى Haddad", true],
    ["Haddad ليلى", false],
    ["2 «ليلى»", true],
    ["2 «Leila»", false],
    ["", false],
  ])("of %j is read from right to left: %s", (name, isSo) => {
    expect(isRightToLeft(name)).toBe(isSo);
  });

  it("shows markup as the letters that it is made of", async () => {
    const [one, other] = await Promise.all([draw('</text><image href="file:///etc/passwd"/>'), draw("Maya")]);
    expect(apart(await grey(sharp(one)), await grey(sharp(other)))).toBeGreaterThan(0.5);
    expect(await sharp(one).metadata()).toMatchObject({ width: 1080, height: 1350 });
  });

  it("can be scanned as it is, and after a messenger has made it smaller and worse", async () => {
    const picture = await draw("Élodie Haddad");
    const sent = await sharp(picture).resize(720).jpeg({ quality: 60 }).toBuffer();
    for (const seen of [picture, sent]) {
      const { data, info } = await sharp(seen).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(CODE);
    }
  });
});

describe("a name on several lines", () => {
  it("keeps its words whole and all of them", () => {
    const name = "one two three four five six seven";
    for (const count of [1, 2, 3, 4]) {
      const lines = brokenInto(name, count);
      expect(lines).toHaveLength(count);
      expect(lines.join(" ")).toBe(name);
    }
    expect(brokenInto("Maya", 3)).toEqual(["Maya"]);
  });
});
