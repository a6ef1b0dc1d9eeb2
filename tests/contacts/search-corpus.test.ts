import { describe, expect, it } from "vitest";
import { searchContacts } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";

/** Guests as they are here, the oldest first. */
const GUESTS: [name: string, phones: string][] = [
  ["Maya Khoury", "03 123456"],
  ["Maya Haddad", "+961 70 654321"],
  ["Mayssa Karam", "71/222333"],
  ["Élise Müller", "+33 6 71 12 34 56"],
  ["Jean-Pierre Saadé", "01 444555"],
  ["Noël Abi Nader", "81 900100"],
  ["Hélène D'Angelo", "+39 312 345 6789"],
  ["Zoë Çelik", "+90 532 111 2233"],
  ["José Muñoz", "+34 612 34 56 78"],
  ["Charbel El Khoury", "76 888999"],
  ["مايا خوري", "03 777888"],
  ["أحمد الخطيب", "70 101010"],
  ["إيلي سعادة", "71 202020"],
  ["آمنة يحيى", "03 303030"],
  ["فاطِمَة الزّهراء", "79 404040"],
  ["رؤى مؤمن", "78 505050"],
  ["هانئ عائشة", "81 606060"],
  ["مُحَمَّد عبد الله", "03 707070"],
  ["ندى حيـــدر", "70 808080"],
  ["Rami Maya", "03 999111"],
  ["Omar Saad", "+1 212 555 0199"],
  ["Karim Maalouf", "09 876543"],
];

/** What is typed, and who must come first; every guest of the label is found. */
const CORPUS: [typed: string[], first: string, ...others: string[]][] = [
  // Accents, in either direction, and in capitals.
  [["élise", "elise", "ELISE", "Elise Muller", "muller elise", "Müller", "mull", "ÉLI", "e\u0301lise", "lise"], "Élise Müller"],
  [["jean pierre", "jean-pierre", "Jean-Pierre Saade", "saadé", "SAADE", "pierre saade", "saade jean", "pierre"], "Jean-Pierre Saadé"],
  [["noel", "noël", "NOËL abi", "nader noel", "abi nader", "abi n", "noel n"], "Noël Abi Nader"],
  [["helene", "hélène", "d'angelo", "d’angelo", "angelo", "helene d angelo", "angelo hel"], "Hélène D'Angelo"],
  [["zoe", "zoë", "celik", "çelik", "ÇELIK zoe", "elik"], "Zoë Çelik"],
  [["jose", "josé", "munoz", "muñoz", "munoz jose", "muñ", "unoz"], "José Muñoz"],
  // Arabic letters, whichever of their family is typed, with and without marks.
  [["احمد", "أحمد", "إحمد", "آحمد", "الخطيب", "خطيب", "الخطيب احمد", "أحمد خط"], "أحمد الخطيب"],
  [["ايلي", "إيلي", "أيلي", "سعاده", "سعادة", "ايلى", "سعاده ايلي", "إيلى سعادة"], "إيلي سعادة"],
  [["امنه", "آمنة", "أمنة", "يحيي", "يحيى", "يحيى امنة", "امنه يحي"], "آمنة يحيى"],
  [["فاطمة", "فاطمه", "فاطِمَة", "الزهراء", "الزهرا", "الزهراء فاطمه", "زهراء"], "فاطِمَة الزّهراء"],
  [["رؤى", "روى", "روي", "رؤي", "مؤمن", "مومن", "مومن روي"], "رؤى مؤمن"],
  [["هانئ", "هاني", "هانى", "عائشة", "عايشه", "عائشه هاني"], "هانئ عائشة"],
  [["محمد", "مُحَمَّد", "محمّد", "عبد الله", "عبد", "الله محمد", "محمد عبد"], "مُحَمَّد عبد الله"],
  [["حيدر", "حيـدر", "ندى", "ندي", "حيدر ندى"], "ندى حيـــدر"],
  [["مايا", "خوري", "مايا خوري", "خوري مايا", "خورى"], "مايا خوري"],
  // Words in any order, and the ranks: a name's beginning, a word's, a part.
  [["maya", "MAYA"], "Maya Haddad", "Maya Khoury", "Rami Maya"],
  [["may"], "Mayssa Karam", "Maya Haddad", "Maya Khoury", "Rami Maya"],
  [["maya khoury", "khoury maya", "may kho", "maya k"], "Maya Khoury"],
  [["rami maya", "maya rami"], "Rami Maya"],
  [["khoury"], "Charbel El Khoury", "Maya Khoury"],
  [["el khoury", "charbel", "charb", "khoury charbel", "harbel"], "Charbel El Khoury"],
  [["mayssa", "karam", "karam may", "yssa"], "Mayssa Karam"],
  [["kar"], "Karim Maalouf", "Mayssa Karam"],
  [["saad"], "Omar Saad", "Jean-Pierre Saadé"],
  [["maalouf", "aalouf", "karim m", "maal karim"], "Karim Maalouf"],
  // The very phone, in whatever spelling.
  [["03 123456", "03123456", "3123456", "9613123456", "+961 3 123456", "+9613123456", "009613123456", "00961 3 123 456"], "Maya Khoury"],
  [["03/123/456", "03-123-456", "03.123.456", "961 03 123456", "+961 03 123456", "٠٣ ١٢٣٤٥٦", "۰۳۱۲۳۴۵۶", "(03) 123456"], "Maya Khoury"],
  [["70 654321", "070654321", "0096170654321", "96170654321"], "Maya Haddad"],
  [["71222333", "71/222333", "71 222 333", "+961 71 222 333"], "Mayssa Karam"],
  [["+33 6 71 12 34 56", "0033671123456", "33671123456"], "Élise Müller"],
  [["+39 312 345 6789", "00393123456789"], "Hélène D'Angelo"],
  [["+1 212 555 0199", "0012125550199"], "Omar Saad"],
  [["09 876543", "9876543", "+961 9 876543"], "Karim Maalouf"],
];

/** Parts of a phone, which several guests may share: whoever has it must be among them. */
const PARTS: [typed: string[], name: string][] = [
  [["123456", "23456", "03 123", "3 123", "+961 3 12", "00961312", "961 03 12", "maya 123456", "khoury 03", "03 maya"], "Maya Khoury"],
  [["654321", "5432", "haddad 70", "96170654", "+961 70 654", "070654", "654 321"], "Maya Haddad"],
  [["222333", "2223", "0096171222", "71 22"], "Mayssa Karam"],
  [["06 71 12 34 56", "6 71 12 34 56", "+33 6 71", "0671", "112345"], "Élise Müller"],
  [["444555", "01/444", "1444555", "+961144"], "Jean-Pierre Saadé"],
  [["3456789", "312 345", "+39 312"], "Hélène D'Angelo"],
  [["212 555", "5550199", "omar 212", "0199"], "Omar Saad"],
  [["876543", "8765", "09 87"], "Karim Maalouf"],
];

/** What nobody has. */
const NOBODY = ["zzz", "maya muller", "03 123457", "+44 3 123456", "خليل", "elise 999111", "khoury saade", "+961 71 654321"];

describe("the labelled searches", () => {
  it("find whom they are meant for, first", { timeout: 60_000 }, async () => {
    enterHouse();
    const lines = GUESTS.map(([name, phones], at) => `"${name}","${phones}",2026-01-${String(at + 1).padStart(2, "0")}`);
    const raw = ["name,phones,added_at", ...lines].join("\n");
    const { answer } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
    expect(answer).toMatchObject({ inserted: GUESTS.length, skipped: 0, errors: [], notes: [] });
    const found = async (search: string) =>
      (await call("staff", searchContacts, { query: { search } })).answer.contacts.map((contact) => contact.name);
    const wrong: string[] = [];
    let asked = 0;
    for (const [typed, first, ...others] of CORPUS) {
      for (const search of typed) {
        asked++;
        const names = await found(search);
        if (names[0] !== first || others.some((name) => !names.includes(name)))
          wrong.push(`${search}: ${names.join(" | ")} and not ${first}`);
      }
    }
    for (const [typed, name] of PARTS) {
      for (const search of typed) {
        asked++;
        const names = await found(search);
        if (!names.includes(name)) wrong.push(`${search}: ${names.join(" | ")} and not ${name}`);
      }
    }
    for (const search of NOBODY) {
      asked++;
      const names = await found(search);
      if (names.length > 0) wrong.push(`${search}: ${names.join(" | ")} and not nobody`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(150);
  });
});
