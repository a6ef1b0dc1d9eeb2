import { describe, expect, it } from "vitest";
import { foldText } from "@/lib/fold-text";
import { readPhones } from "@/lib/phones";
import { searchText, searchWords } from "@/lib/search-text";

describe("a folded text", () => {
  it.each([
    ["Élise  MÜLLER", "elise muller"],
    ["O'Brien-Haddad", "o brien haddad"],
    ["Łukasz Ørsted Æsop Œuvre Straße Iıdır", "lukasz orsted aesop oeuvre strasse iidir"],
    ["أحمد إبراهيم آدم ٱسم", "احمد ابراهيم ادم اسم"],
    ["فاطِمَة", "فاطمه"],
    ["ليلى رائد", "ليلي رايد"],
    ["مؤمن سماء", "مومن سما"],
    ["محمـــد", "محمد"],
    ["کریم", "كريم"],
    ["٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹", "0123456789 0123456789"],
    ["a\u200b\u202eb\ufeff", "ab"],
    ["  ,;!  ", ""],
    ["ﬁne Ⅷ ２", "fine viii 2"],
    ["😀 Rami 🌸", "rami"],
  ])("%j is %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("of plain Latin letters is what it is beside any other letter", () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    for (const one of printable)
      for (const other of printable) {
        const text = `A${one}b${other}${one}C`;
        expect(`${foldText(text)} e`).toBe(foldText(`${text} é`));
      }
  });

  it("is folded once and for all", () => {
    for (const text of ["Élise MÜLLER", "أحمد إبراهيم", "O'Brien", "ﬁne Ⅷ", "Straße İstanbul"])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe("the text of a contact", () => {
  it("holds the name and each number in the forms in which people type it", () => {
    expect(searchText("Rámi Khoury", readPhones("03 123456, +33 6 71 12 34 56, 12"))).toBe(
      "rami khoury 9613123456 03123456 3123456 33671123456 0671123456 671123456 96112 012 12",
    );
    expect(searchText("", readPhones("03 123456"))).toBe("9613123456 03123456 3123456");
    expect(searchText("Rami", [])).toBe("rami");
    // Valid nowhere, and kept as typed: found as it was typed, without the country code that it was given.
    for (const typed of ["06 71 12 34 56", "03/12345"]) {
      const [word = "nothing"] = searchWords(typed);
      expect(searchText("", readPhones(typed)).split(" ")).toContain(word);
    }
  });
});

describe("the words of a search", () => {
  it.each([
    ["Rami Khoury", ["rami", "khoury"]],
    ["+961 3 123 456", ["9613123456"]],
    ["00961 3 123456", ["9613123456"]],
    ["+961 (0)3 123456", ["9613123456"]],
    ["(03) 123-456", ["03123456"]],
    ["٠٣/١٢٣٤٥٦", ["03123456"]],
    ["maya 03 123", ["maya", "03123"]],
    ["00", ["00"]],
    ["Sami B12", ["sami", "b12"]],
    ["4x4", ["4x4"]],
    ["2be 70 123456", ["2be", "70123456"]],
    ["maya03123456", ["maya", "03123456"]],
    ["03123456maya", ["03123456", "maya"]],
    ['"AND" NEAR(x)*', ["and", "near", "x"]],
    ["  ", []],
    ["😀", []],
  ])("%j are %j", (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });
});
