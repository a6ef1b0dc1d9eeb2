import { describe, expect, it } from "vitest";
import { card, read } from "./reading";

/** What a CSV file's only guest comes in with: the day, the year, and what is told of it. */
async function born(text: string, heading = "Birthday") {
  const [row] = await read(`Name,Phone,${heading}\nMaya,03 123456,"${text}"\n`);
  if (!row || !("person" in row)) throw new Error("nobody came in");
  const { birthday, birth_year } = row.person;
  return { birthday, birth_year, slashed: row.slashed?.proves, notes: row.notes?.map(({ note }) => note) };
}

describe("birthdays as programs write them", () => {
  it.each([
    ["14-05-1985", "--05-14", 1985],
    ["14-5-1985", "--05-14", 1985],
    ["14-05-1985 00:00:00", "--05-14", 1985],
    ["14-05-85", "--05-14", 1985],
    ["1985/05/14", "--05-14", 1985],
    ["1985/5/14", "--05-14", 1985],
    ["1985.05.14", "--05-14", 1985],
    ["1985/05/14 00:00", "--05-14", 1985],
    ["0000/05/14", "--05-14", null],
    ["Tuesday, May 14, 1985", "--05-14", 1985],
    ["Tue, 22 Dec 2009", "--12-22", 2009],
    ["Tue, 22 Dec 2009 00:00:00 +0000", "--12-22", 2009],
    ["Tue, 22 Dec 2009 00:00:00 GMT", "--12-22", 2009],
    ["Tue May 14 1985", "--05-14", 1985],
    ["Tue 14/05/1985", "--05-14", 1985],
    ["Tuesday 14-05-1985", "--05-14", 1985],
    ["mardi 14 mai 1985", "--05-14", 1985],
    ["mar. 14 mai 1985", "--05-14", 1985],
    ["Mar 14, 1985", "--03-14", 1985],
    ["Mars 14 1985", "--03-14", 1985],
    ["الثلاثاء 14 أيار 1985", "--05-14", 1985],
    ["الثلاثاء، ١٤ أيار ١٩٨٥", "--05-14", 1985],
    ["May 14 1985", "--05-14", 1985],
    ["１４／０５／１９８５", "--05-14", 1985],
    ["１９８５-０５-１４", "--05-14", 1985],
  ])("%s", async (text, birthday, birth_year) => {
    expect(await born(text)).toMatchObject({ birthday, birth_year, notes: undefined });
  });

  it.each([
    ["14-05-1985", "dmy"],
    ["05-14-1985", "mdy"],
    ["04-05-1985", null],
    ["Tue 04/05/1985", null],
  ])("%s hangs on the one order of the file", async (text, proves) => {
    expect((await born(text)).slashed).toBe(proves);
  });

  it.each(["1985-05-14", "1985/05/14", "05-14", "14.05.1985", "05-05-1985"])("%s does not", async (text) => {
    expect((await born(text)).slashed).toBeUndefined();
  });

  it.each(["14-05-09", "1985/14/05", "31-02-1985", "Tuesday", "Someday, 14 May 1985"])("%s is not guessed at", async (text) => {
    expect(await born(text)).toMatchObject({ birthday: "", birth_year: null, notes: [expect.stringContaining("was not understood")] });
  });
});

describe("a year of the Islamic calendar", () => {
  const told = [expect.stringMatching(/Islamic calendar.* The guest comes in without it\.$/)];

  it.each([
    "1405-08-20",
    "1405/08/20",
    "20/8/1405",
    "20-08-1405",
    "20.8.1405",
    "14050820",
    "١٤٠٥-٠٨-٢٠",
    "1300-01-01",
    "1500-12-01",
    "20 May 1405",
  ])("%s costs the birthday, and the guest comes in", async (text) => {
    expect(await born(text)).toEqual({ birthday: "", birth_year: null, slashed: undefined, notes: told });
    const [row] = await read(card("3.0", "FN:Maya", "TEL:03 123456", `BDAY:${text}`));
    expect(row).toMatchObject({ person: { name: "Maya", birthday: "" }, notes: [{ note: told[0] }] });
  });

  it("in a column of its own does too", async () => {
    const [row] = await read("Name,Birth Day,Birth Month,Birth Year\nMaya,20,8,1405\n");
    expect(row).toMatchObject({ person: { birthday: "" }, notes: [{ note: told[0] }] });
  });

  it.each(["1604-05-14", "0001-05-14", "1985-05-14T14:05:00", "14/05"])("is not that of %s", async (text) => {
    expect(await born(text)).toMatchObject({ birthday: "--05-14", notes: undefined });
  });
});
