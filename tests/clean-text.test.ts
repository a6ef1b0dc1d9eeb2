import { describe, expect, it } from "vitest";
import { cleanLines, cleanName, cleanPhones, cleanText } from "@/lib/clean-text";

describe("a text that is kept", () => {
  it.each([
    ["  Maya   Khoury ", "Maya Khoury"],
    ["Maya\u0000Khoury", "MayaKhoury"],
    ["Maya\r\n\tKhoury", "Maya Khoury"],
    ["Maya \u0007 Khoury", "Maya Khoury"],
    ["Maya \ud83c", "Maya"],
    ["\udf38Maya", "Maya"],
    ["\ud83c\u0000\udf38", ""],
    ["Maya \u{1f338}", "Maya \u{1f338}"],
    ["table \u202e21\u202c", "table 21"],
    ["\u2067رامي\u2069 خوري", "رامي خوري"],
    ["\u007f\u0085\u009f", ""],
    ["\u00a0Zoe\u0308\u2028", "Zoe\u0308"],
    ["\ufeffname", "name"],
    ["نصف\u200cفاصلة", "نصف\u200cفاصلة"],
    ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
    ["", ""],
  ])("%j is kept as %j", (typed, kept) => {
    expect(cleanText(typed)).toBe(kept);
  });

  it("is the same when it is cleaned again, whatever it was made of", () => {
    const pieces = ["a", " ", "  ", "\n", "\u0000", "\u0085", "\ud83c", "\udf38", "🌸", "\u202e", "\u200d", "\u200f", "\u00a0", "ر", ","];
    let seed = 7;
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: next() % 9 }, () => pieces[next() % pieces.length]).join("");
      for (const clean of [cleanText, cleanName, cleanLines, cleanPhones]) {
        const kept = clean(text);
        expect({ text, again: clean(kept) }).toEqual({ text, again: kept });
        expect(kept).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|^\s|\s$|\s\s/u);
      }
    }
  });
});

describe("several lines", () => {
  it("become a list in one line", () => {
    expect(cleanLines("Rue 1\r\n\n  Jounieh \n")).toBe("Rue 1, Jounieh");
    expect(cleanPhones("03 111111\n\u200e+961 3 222222\u200f\u0000")).toBe("03 111111, +961 3 222222");
  });
});
