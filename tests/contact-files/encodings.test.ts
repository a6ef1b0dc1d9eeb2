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
