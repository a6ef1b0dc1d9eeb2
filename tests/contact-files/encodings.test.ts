import { describe, expect, it } from "vitest";
import { card, people, read, summary, windows1256 } from "./reading";

const TEXT = "name,phone,company\r\nمايا خوري,٠٣ ١٢٣٤٥٦,Café\r\nElie 👨‍🍳,03 1,\r\n";
const EXPECTED = [
  { name: "مايا خوري", phones: "٠٣ ١٢٣٤٥٦", company: "Café" },
  { name: "Elie 👨‍🍳", phones: "03 1", company: "" },
];

function utf16be(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

describe("encodings", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16 LE, Outlook's Unicode text", Buffer.from(`\ufeff${TEXT.replaceAll(",", "\t")}`, "utf16le")],
    ["UTF-16 BE", utf16be(`\ufeff${TEXT}`)],
    ["UTF-16 LE without a mark", Buffer.from(TEXT, "utf16le")],
    ["UTF-16 BE without a mark", utf16be(TEXT)],
  ])("reads %s, in whole and byte by byte", async (_, bytes) => {
    expect(await people(bytes)).toMatchObject(EXPECTED);
    expect(await read(bytes, {}, 1)).toEqual(await read(bytes));
  });

  it("reads Windows-1256 with Arabic and French letters, headers too", async () => {
    const bytes = windows1256("الاسم,الهاتف,الشركة\r\nمايا خوري,03 1,Café\r\nAndré,03 2,\r\n");
    expect(await people(bytes)).toMatchObject([{ name: "مايا خوري", phones: "03 1", company: "Café" }, { name: "André" }]);
  });

  it("reads the capitals of a French PC, which Windows-1256 has not", async () => {
    const bytes = Buffer.from("Prénom;Téléphone\r\nÉlie;03 1\r\nÀngela Noël;03 2", "latin1");
    expect(await people(bytes)).toMatchObject([{ name: "Élie" }, { name: "Àngela Noël" }]);
  });

  it.each(["Möller", "Muñoz", "Élie Noël", "Jürgen Groß", "Ångström", "MÜLLER", "Renée Çelik", "Łukasz Žižek".replace("Ł", "L")])(
    "tells Windows-1252 from Windows-1256: %s",
    async (name) => {
      const bytes = Buffer.from(`name,phone\r\n${name},03 1\r\n`.replaceAll("Ž", "\x8e").replaceAll("ž", "\x9e"), "latin1");
      expect(await people(bytes)).toMatchObject([{ name, phones: "03 1" }]);
      const cards = Buffer.from(card("2.1", `FN:${name}`).replaceAll("Ž", "\x8e").replaceAll("ž", "\x9e"), "latin1");
      expect(await people(cards)).toMatchObject([{ name }]);
    },
  );

  it.each(["مُحَمَّد", "مايا VIP", "Café مايا", "عبد الله ج. خوري", "(مايا) 2"])("tells Windows-1256 from Windows-1252: %s", async (name) => {
    expect(await people(windows1256(`name,phone\r\n${name},03 1\r\n`))).toMatchObject([{ name, phones: "03 1" }]);
  });

  it("believes the charset that the sender names, but for a mark of the file itself", async () => {
    const latin = Buffer.from("name,phone\r\n\xcd\xe5\xcc,03 1\r\n", "latin1");
    expect((await read(latin, { charset: "windows-1252" }))[0]).toMatchObject({ person: { name: "ÍåÌ" } });
    expect((await read(latin, { charset: "windows-1256" }))[0]).toMatchObject({ person: { name: "حهج".replace("ح", "ح") } });
    const utf8LookAlike = Buffer.from("name\r\n\xc3\xa9\r\n", "latin1");
    expect((await read(utf8LookAlike, { charset: "ISO-8859-1" }))[0]).toMatchObject({ person: { name: "Ã©" } });
    for (const charset of ["utf-8", "x-unknown", ""])
      expect((await read(utf8LookAlike, { charset }))[0]).toMatchObject({ person: { name: "é" } });
    expect((await read(`\ufeffname\r\nÉlie`, { charset: "windows-1256" }))[0]).toMatchObject({ person: { name: "Élie" } });
    expect((await read(Buffer.from("name\r\nÉlie", "utf16le"), { charset: "utf-16le" }))[0]).toMatchObject({ person: { name: "Élie" } });
  });

  it("reads a vCard in Windows-1256, with a folded name", async () => {
    expect(await people(windows1256(card("3.0", "FN:مايا", " خوري", "TEL:03 1")))).toMatchObject([{ name: "ماياخوري" }]);
  });

  it("reads two files that were put together, each with its byte order mark and its encoding", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`\ufeff${card("3.0", "FN:مايا")}`),
      Buffer.from(`\ufeff${card("3.0", "FN:Elie")}`),
      windows1256(card("2.1", "FN:ريتا")),
    ]);
    expect(summary(await read(bytes))).toEqual([
      [1, "مايا"],
      [5, "Elie"],
      [9, "ريتا"],
    ]);
  });

  it("reads a vCard in UTF-16", async () => {
    expect(await people(Buffer.from(`\ufeff${card("2.1", "FN:مايا", "TEL:03 1")}`, "utf16le"))).toMatchObject([
      { name: "مايا", phones: "03 1" },
    ]);
  });
});
