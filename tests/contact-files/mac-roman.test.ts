import { describe, expect, it } from "vitest";
import { card, people, read, windows1256 } from "./reading";

const DECODER = new TextDecoder("macintosh");
const BYTE_OF = new Map(Array.from({ length: 256 }, (_, byte) => [DECODER.decode(Uint8Array.of(byte), { stream: true }), byte]));
const macRoman = (text: string) =>
  Uint8Array.from(text, (character) => {
    const byte = BYTE_OF.get(character);
    if (byte === undefined) throw new Error(`${character} is not in MacRoman`);
    return byte;
  });

describe("a file of a Mac's Excel", () => {
  it.each([
    "René Noël",
    "Élie Hélou",
    "Jérôme Aoun",
    "Benoît",
    "François",
    "Müller",
    "Zoë",
    "Björn Ångström née Strauß",
    "Hélène O’Brien",
    "André ÉTIENNE",
  ])("has the name %s", async (name) => {
    const bytes = macRoman(`Name;Téléphone\r${name};03 123456\r`);
    expect(await people(bytes)).toMatchObject([{ name, phones: "03 123456" }]);
    expect(await read(bytes, {}, 1)).toEqual(await read(bytes));
    expect(await people(macRoman(card("3.0", `FN:${name} né`)))).toMatchObject([{ name: `${name} né` }]);
  });

  it("is known by any of its names, however long it is", async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `Guest ${at},70 ${100_000 + at}`);
    const bytes = macRoman(["Name,Phone", "Bjo–rn,03 1", ...rows, "René,03 2"].join("\r"));
    expect((await people(bytes)).at(-1)).toMatchObject({ name: "René" });
    expect((await people(bytes))[0]).toMatchObject({ name: "Bjo–rn" });
  });

  it("is believed when its sender says so", async () => {
    expect(await people(macRoman("Name\rAoût\r"), { charset: "macintosh" })).toMatchObject([{ name: "Août" }]);
  });
});

describe("letters that could not be told", () => {
  it.each([
    ["of a Mac and of Windows in one file", Buffer.concat([macRoman("Name\rRené\r"), Buffer.from("Hélène\r", "latin1")])],
    ["of MS-DOS", Buffer.from("Name\r\nAndr\x82e\r\nRen\x82\r\n", "latin1")],
    ["of MS-DOS, beside others", Buffer.from("Name\r\nRen\x82\r\nFran\x87ois\r\n", "latin1")],
  ])("are asked about before anything is brought in: %s", async (_, bytes) => {
    expect(await read(bytes)).toEqual([{ line: 1, reason: expect.stringContaining("UTF-8") }]);
  });

  it.each([
    [
      "Windows-1252",
      Buffer.from(
        "Name,Phone\r\nRenée O\x92Brien \x96 Caf\xe9,03 1\r\n\x8ei\x9eek \x93x\x94 \x80 5\x85,03 2\r\n".replace("é", "\xe9"),
        "latin1",
      ),
    ],
    ["Windows-1256", windows1256("الاسم,الهاتف\r\nمايا چ ژان گروه,03 1\r\nRené,03 2\r\n")],
    ["UTF-8", Buffer.from("Name,Phone\r\nÉlie aÀ Ž,03 1\r\n")],
    ["UTF-16", Buffer.from("\ufeffName,Phone\r\nÉlie مايا aŽ,03 1\r\n", "utf16le")],
  ])("are not those of %s", async (_, bytes) => {
    const rows = await read(bytes);
    expect(rows.every((row) => "person" in row)).toBe(true);
  });
});
