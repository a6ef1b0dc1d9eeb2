import { describe, expect, it } from "vitest";
import { csvRecordOf } from "@/lib/contact-files/write-csv";
import { vcardOf } from "@/lib/contact-files/write-vcard";
import { NOTHING_SAID } from "@/lib/guest-fields";
import { cleanLanguage } from "@/lib/languages";
import { card, onlyPerson, read } from "./reading";

const NOUR = { ...NOTHING_SAID, name: "Nour Karam", phones: "76 400 118", added_at: "2026-11-20T19:30:00.000Z" };

describe("the language of a card", () => {
  it("is LANG of RFC 6350, 6.4.4: the preferred one, in cards of every version", async () => {
    for (const version of ["2.1", "3.0", "4.0"] as const)
      expect((await onlyPerson(card(version, "FN:Nour", "TEL:76400118", "LANG:fr"))).language).toBe("fr");
    expect((await onlyPerson(card("4.0", "FN:Nour", "TEL:1", "LANG;PREF=2:en", "LANG;TYPE=home;PREF=1:hy"))).language).toBe("hy");
  });

  it("goes out as one line, and none where nobody knows it", () => {
    expect(vcardOf({ ...NOUR, language: "ar" })).toContain("\r\nLANG:ar\r\n");
    expect(vcardOf(NOUR)).not.toContain("LANG");
  });

  it("that nobody here writes is told, and the guest comes in without it", async () => {
    const [row] = await read(card("4.0", "FN:Nour", "TEL:76400118", "LANG:ja"));
    const note = "The language is none of Arabic, French, English, Armenian. The guest comes in without it.";
    expect(row).toMatchObject({ person: { name: "Nour", language: "" }, notes: [{ line: 1, note }] });
  });
});

describe("the language of a CSV file", () => {
  it.each(["Language", "LANGUAGE", "Preferred language", "Langue", "اللغة"])("stands under %s", async (heading) => {
    expect((await onlyPerson(`Name,Phone,${heading}\nNour,76400118,fr\n`)).language).toBe("fr");
  });

  it("goes out in a column of its own", () => {
    expect(csvRecordOf({ ...NOUR, language: "hy" })).toBe("Nour Karam,76 400 118,,,,,,hy,,,2026-11-20T19:30:00.000Z\r\n");
  });

  it("that nobody here writes is told with its line", async () => {
    const rows = await read("Name,Phone,Language\nNour,76400118,fr\nMaya,03111222,Klingon\n");
    expect(rows).toMatchObject([{ person: { language: "fr" } }, { person: { name: "Maya", language: "" }, notes: [{ line: 3 }] }]);
  });
});

it.each([
  ["ar", "ar"],
  ["AR", "ar"],
  ["ar-LB", "ar"],
  ["fr_FR", "fr"],
  ["French", "fr"],
  ["Français", "fr"],
  ["العربية", "ar"],
  ["عربي", "ar"],
  ["English", "en"],
  ["Հայերեն", "hy"],
  ["Arménien", "hy"],
  ["", ""],
  ["ja", "ja"],
  ["arabica", "arabica"],
])("%j is the language %j", (text, tag) => {
  expect(cleanLanguage(text)).toBe(tag);
});
