import { describe, expect, it } from "vitest";
import { card, onlyPerson, read } from "./reading";

const phones = async (cell: string) => (await onlyPerson(`Name,Phone\nMaya,"${cell}"\n`)).phones;

describe("a cell with several numbers", () => {
  it.each([
    ["03213016 70213017 71213018", "03213016, 70213017, 71213018"],
    ["03213016 70213017", "03213016, 70213017"],
    ["03213016+70213017", "03213016, 70213017"],
    ["03213016 + 70213017", "03213016, 70213017"],
    ["+9613213016+96170213017", "+9613213016, +96170213017"],
    ["+961 3 213016 +961 70 213017", "+961 3 213016, +961 70 213017"],
    ["+961 3 213 016 00961 70 213 017", "+961 3 213 016, 00961 70 213 017"],
    ["03/213021-70/213022", "03/213021, 70/213022"],
    ["03-213021/70-213022", "03-213021/70-213022"],
    ["03213016-70213017", "03213016, 70213017"],
    ["03213016 - 70213017", "03213016 - 70213017"],
    ["03213016/70213017", "03213016/70213017"],
    ["03 213 016 70 213 017", "03 213 016, 70 213 017"],
    ["03 21 30 16 70 21 30 17", "03 21 30 16, 70 21 30 17"],
    ["3213016 1234567", "3213016, 1234567"],
    ["4954798 7395355", "4954798, 7395355"],
    ["+33 6 71 12 34 56 71 123 457", "+33 6 71 12 34 56, 71 123 457"],
    ["٠٣٢١٣٠١٦ ٧٠٢١٣٠١٧", "٠٣٢١٣٠١٦, ٧٠٢١٣٠١٧"],
    ["０３２１３０１６　７０２１３０１７", "０３２１３０１６, ７０２１３０１７"],
    ["03213016 70213017, 01 234567", "03213016, 70213017, 01 234567"],
    ["(03) 213016 (70) 213017", "(03) 213016, (70) 213017"],
  ])("%s", async (cell, expected) => {
    expect(await phones(cell)).toBe(expected);
    expect((await onlyPerson(card("3.0", "FN:Maya", `TEL:${cell.replaceAll(",", "\\,")}`))).phones).toBe(expected);
  });

  it.each([
    "03/213021",
    "03-213-021",
    "03.213.021",
    "+961 3 213 021",
    "00961 3 213 021",
    "+961 (0)3 213021",
    "961-3-213021",
    "70 213 017",
    "70-21-30-17",
    "+33 6 71 12 34 56",
    "0033 6 71 12 34 56",
    "+1 (905) 555-1234",
    "01 234567 ext 12",
    "０３２１３０１６",
    "112",
    "12 34",
    "03 123456 (home)",
  ])("is not %s, which is one", async (cell) => {
    expect(await phones(cell)).toBe(cell);
  });

  it.each([
    "03213016 7",
    "01 234567/8",
    "01/234567-68",
    "03213016 702130",
    "12 03213016",

    "03213016 70213017 7",
    "03213016-17",
  ])("is asked about where it could be one or two: %s", async (cell) => {
    const told = { line: 2, reason: expect.stringContaining("one number or several") };
    expect(await read(`Name,Phone\nMaya,"${cell}"\n`)).toEqual([told]);
    expect(await read(card("3.0", "FN:Maya", `TEL:${cell}`))).toEqual([{ ...told, line: 1 }]);
  });

  it("is read with the country code of the import", async () => {
    const [row] = await read("Name,Phone\nMaya,501234567 0502345678\n", { countryCode: "971" });
    expect(row).toMatchObject({ person: { phones: "501234567, 0502345678" } });
  });
});

describe("a number that a spreadsheet rounded", () => {
  it.each([
    "9.6171212301E10",
    "9.61712E+11",
    "９.６１E+１１",
    "9,6171212301E10",
    "9.6171212301e10",
    "9.61712E+11, 03 123456",
    "03 123456 / 9.6171E10",
  ])("%s keeps its row out", async (cell) => {
    expect(await read(`Name,Phone\nMaya,"${cell}"\n`)).toEqual([
      { line: 2, reason: expect.stringContaining("A spreadsheet has shortened") },
    ]);
  });
});

describe("a dial code in a column of its own", () => {
  const guest = async (header: string, row: string) => onlyPerson(`${header}\n${row}\n`);

  it.each([
    ["dial_code", "971"],
    ["Dial Code", "+971"],
    ["Country Code", "00971"],
    ["Country Code", "AE"],
    ["Country Code", "United Arab Emirates (+971)"],
    ["Country Code", "+971.0"],
    ["Phone Country Code", "971"],
    ["Mobile Country Code", "'+971"],
    ["Country Calling Code", "(+971)"],
    ["Country Dialing Code", "971"],
    ["ISD Code", "971"],
    ["Phone Code", "971"],
    ["indicatif", "+971"],
    ["Indicatif pays", "971"],
    ["Indicatif téléphonique", "971"],
    ["Code pays", "AE"],
    ["Ländervorwahl", "971"],
    ["رمز الدولة", "٩٧١"],
    ["مفتاح الدولة", "971"],
  ])("%s of %s", async (heading, code) => {
    expect((await guest(`name,${heading},phone`, `Maya,${code},501234567`)).phones).toBe("+971501234567");
  });

  it.each([
    ["0501234567", "+971501234567"],
    ["971501234567", "+971501234567"],
    ["+971 50 123 4567", "+971 50 123 4567"],
    ["+9613213016", "+9613213016"],
    ["009613213016", "009613213016"],
    ["501234567 / 502345678", "+971501234567, +971502345678"],
    ["50 123 4567 ext 5", "+971501234567 ext 5"],
    ["", ""],
  ])("goes before %s", async (phone, phones) => {
    expect((await guest("name,phone,dial_code", `Maya,${phone},971`)).phones).toBe(phones);
  });

  it("goes with the number beside it", async () => {
    expect((await guest("name,code pays,mobile,indicatif,home phone", "Maya,971,501234567,961,3213016")).phones).toBe(
      "+971501234567, +9613213016",
    );
    expect((await guest("name,mobile,dial code,home phone,phone country code", "Maya,501234567,971,3213016,961")).phones).toBe(
      "+971501234567, +9613213016",
    );
    expect((await guest("name,dial code,mobile,home phone", "Maya,971,501234567,41234567")).phones).toBe("+971501234567, +97141234567");
    expect((await guest("name,Fax,dial code", "Maya,41234567,971")).phones).toBe("fax +97141234567");
  });

  it.each(["Somewhere", "71 222333", "0", "XX"])("is told where %s is none, and the number comes in as it stands", async (code) => {
    const said: [string, string][] = [];
    const [row] = await read(`name,phone,Country Code\nMaya,03 123456,${code}\n`, {
      sayLeftOut: (column, text) => said.push([column, text]),
    });
    expect(row).toMatchObject({ person: { phones: "03 123456" } });
    expect(said).toEqual([["Country Code", code]]);
  });
});
