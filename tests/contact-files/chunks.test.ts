import { describe, expect, it } from "vitest";
import { card, read, sample, windows1256 } from "./reading";

const ROWS = Array.from({ length: 1500 }, (_, index) => `"Guest ${index}","03 ${100000 + index}","Main St\r\nخلدة ${index}"`);

const FILES: [string, Uint8Array][] = [
  ["Android's export", sample("John_Doe_ANDROID.vcf")],
  ["the Mac's export", sample("John_Doe_MAC_ADDRESS_BOOK.vcf")],
  ["Gmail's export", sample("John_Doe_GMAIL.vcf")],
  ["cards with Mac line ends", Buffer.from(card("3.0", "FN:مايا", "TEL:03 1").repeat(3).replaceAll("\r\n", "\r"))],
  ["a cut-off card", Buffer.from(`${card("3.0", "FN:مايا")}BEGIN:VCARD\r\nFN:x`)],
  ["a short CSV file with line breaks in its fields", Buffer.from(`name,phone,address\r\n${ROWS.slice(0, 50).join("\r\n")}`)],
  ["a long CSV file with line breaks in its fields", Buffer.from(`\ufeffname,phone,address\r\n${ROWS.join("\r\n")}`)],
  [
    "the same with a quotation mark that is never closed",
    Buffer.from(`name,phone,address\r\nMaya,"03 1,x\r\n${ROWS.join("\r\n").replaceAll('"', "")}`),
  ],
  ["the same in UTF-16", Buffer.from(`\ufeffname\tphone\taddress\r\n${ROWS.slice(0, 50).join("\r\n").replaceAll(",", "\t")}`, "utf16le")],
  ["Windows-1256", windows1256("الاسم;الهاتف\r\nمايا;03 1\r\nAndré;03 2")],
  ["neither", Buffer.from([0xff, 0xfe, 0x00])],
];

/** Bytes. Every byte of a long file by itself is a promise each, and nothing that a short one does not show. */
const sizesFor = ({ length }: Uint8Array) => (length > 65_537 ? [7, 1000, 65_537] : [1, 7, 1000]);

describe("chunks", () => {
  it.each(FILES)("give the same result whatever their size: %s", async (_, bytes) => {
    const whole = await read(bytes);
    expect(whole.length).toBeGreaterThan(0);
    for (const size of sizesFor(bytes)) expect(await read(bytes, {}, size)).toEqual(whole);
  });
});
