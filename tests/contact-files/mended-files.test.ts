import { describe, expect, it } from "vitest";
import { card, onlyPerson, read } from "./reading";

const cards = (...all: string[]) => all.join("");
/** What each line gave: a name, `error` or `note`. */
const gave = (outcomes: Awaited<ReturnType<typeof read>>) =>
  outcomes.map((one) => [one.line, "person" in one ? one.person.name : "reason" in one ? "error" : "note"]);

describe("a file of cards that was put together badly", () => {
  it.each(["END:VCARDBEGIN:VCARD", "END:VCARD BEGIN:VCARD", "end:vcardbegin:vcard"])("is read across %s", async (line) => {
    const file = cards(card("3.0", "FN:Maya", "TEL:03 1"), card("3.0", "FN:Rami", "TEL:03 2")).replace("END:VCARD\r\nBEGIN:VCARD", line);
    expect(gave(await read(file))).toEqual([
      [1, "Maya"],
      [5, "Rami"],
    ]);
  });

  it("is read where a card ends that never began", async () => {
    const file = cards(card("3.0", "FN:Maya"), card("3.0", "FN:Rami")).replaceAll("BEGIN:VCARD", "END:VCARDBEGIN:VCARD");
    expect(gave(await read(file, { format: "vcard" }))).toEqual([
      [1, "Maya"],
      [5, "Rami"],
    ]);
  });

  it("says of a text outside the cards that it was passed over", async () => {
    const file = `Sent from my phone\r\n\r\n${cards(card("3.0", "FN:Maya"))}-- \r\nbest regards\r\n${card("3.0", "FN:Rami")}the end`;
    const outcomes = await read(file, { format: "vcard" });
    expect(gave(outcomes)).toEqual([
      [1, "note"],
      [3, "Maya"],
      [7, "note"],
      [9, "Rami"],
      [13, "note"],
    ]);
    expect(outcomes[0]).toEqual({ line: 1, note: "This text stands outside any card and was passed over." });
  });

  it("reports a card whose beginning is missing", async () => {
    const file = cards(card("3.0", "FN:Maya"), card("3.0", "FN:Tia", "TEL:03 2").replace("BEGIN:VCARD\r\n", ""), card("3.0", "FN:Rami"));
    const outcomes = await read(file);
    expect(gave(outcomes)).toEqual([
      [1, "Maya"],
      [5, "error"],
      [9, "Rami"],
    ]);
    expect(outcomes[1]).toMatchObject({ reason: expect.stringContaining("BEGIN:VCARD") });
  });
});

describe("one bad line of a card", () => {
  it.each([
    ["a quotation mark that is never closed", 'TEL;TYPE="cell:03 999999'],
    ["a parameter without a name", "TEL;=cell:03 999999"],
    ["no colon", "TEL 03 999999"],
  ])("costs itself and not the card: %s", async (_, line) => {
    const outcomes = await read(cards(card("3.0", "FN:Maya", line, "TEL:03 1", "EMAIL:m@x.lb"), card("3.0", "FN:Rami")));
    expect(outcomes).toMatchObject([
      {
        line: 1,
        person: { name: "Maya", phones: "03 1", email: "m@x.lb" },
        notes: [{ line: 4, note: expect.stringContaining("damaged") }],
      },
      { line: 8, person: { name: "Rami" } },
    ]);
    expect(JSON.stringify(outcomes)).not.toContain("999999");
  });

  it("costs the card where nothing of a guest is left", async () => {
    expect(gave(await read(card("3.0", 'TEL;TYPE="cell:03 1')))).toEqual([[1, "error"]]);
  });
});

describe("a damaged day", () => {
  it.each(["31/2/1985", "13/13/1985", "spring", "29/2/1985", "2099-01-01"])(
    "%s costs the birthday, and the guest comes in",
    async (text) => {
      const [row] = await read(`Name,Phone,Birthday\nMaya,03 1,${text}`);
      expect(row).toMatchObject({
        person: { name: "Maya", phones: "03 1", birthday: "", birth_year: null },
        notes: [{ line: 2, note: expect.stringMatching(/birthday.*The guest comes in without it\.$/) }],
      });
      const [one] = await read(card("3.0", "FN:Maya", `BDAY:${text}`));
      expect(one).toMatchObject({ person: { name: "Maya", birthday: "" }, notes: [{ line: 1 }] });
    },
  );

  it.each([
    ["15/06/2026", "2026-06-15T00:00:00.000Z"],
    ["15/06/2026 18:30", "2026-06-15T18:30:00.000Z"],
    ["15/06/2026, 6:30:05 PM", "2026-06-15T18:30:05.000Z"],
    ["15.06.2026 08:05", "2026-06-15T08:05:00.000Z"],
    ["2026/06/15", "2026-06-15T00:00:00.000Z"],
    ["15 Jun 2026", "2026-06-15T00:00:00.000Z"],
    ["Jun 15, 2026", "2026-06-15T00:00:00.000Z"],
    ["15 juin 2026 12:00 AM", "2026-06-15T00:00:00.000Z"],
    ["١٥/٦/٢٠٢٦", "2026-06-15T00:00:00.000Z"],
    ["2026-06-15 9:30", "2026-06-15T09:30:00.000Z"],
  ])("added on %s", async (text, added_at) => {
    expect(await onlyPerson(`name,Date Added\nMaya,"${text}"`)).toMatchObject({ added_at });
  });

  it.each(["yesterday", "2026-02-30", "2026-06-15T25:00", "6/15/2026", "5/2026"])(
    "of a coming in (%s) costs that day alone",
    async (text) => {
      expect(await read(`name,added_at\nMaya,${text}`)).toMatchObject([
        { line: 2, person: { name: "Maya", added_at: null }, notes: [{ line: 2, note: expect.stringContaining("added") }] },
      ]);
    },
  );
});

describe("what has no place in the book", () => {
  const leftOut = async (file: string) => {
    const said: string[] = [];
    await read(file, { sayLeftOut: (column) => said.push(column) });
    return said;
  };

  it("is said of a card, once for each card", async () => {
    const lines = [
      "EMAIL:a@x.lb",
      "EMAIL:b@x.lb",
      "EMAIL:c@x.lb",
      "ADR:;;Main;Jounieh",
      "ADR:;;Sea;Batroun",
      "NICKNAME:Mimi",
      "NOTE:tea",
      "URL:x.lb",
    ];
    expect((await leftOut(card("3.0", "FN:Maya", ...lines))).sort()).toEqual(["NICKNAME", "NOTE", "URL", "second ADR", "second EMAIL"]);
    expect(await leftOut(card("3.0", "FN:Maya", "EMAIL:a@x.lb", "EMAIL:a@x.lb", "ORG:MEA", "TITLE:Pilot", "REV:20200101"))).toEqual([]);
    expect(await leftOut(card("3.0", "N:Khoury;Maya;;;", "NICKNAME:Mimi"))).toEqual(["NICKNAME"]);
    expect(await leftOut(card("3.0", "N:;;;;", "NICKNAME:Mimi"))).toEqual([]);
  });

  it("is said of a second name of a card, unless its words stand in the first", async () => {
    expect(await leftOut(card("3.0", "FN:Mimi", "N:Khoury;Maya;;;"))).toEqual(["N"]);
    expect(await leftOut(card("4.0", "FN:Maya Khoury", "FN:Mimi", "N:Khoury;Maya;;;"))).toEqual(["second FN"]);
    expect(await leftOut(card("3.0", "FN:Khoury, Maya", "FN:Maya", "N:Khoury;Maya;;;"))).toEqual([]);
  });

  it("is said of a CSV file's nickname", async () => {
    expect(await leftOut("Name,Nickname,Phone\nMaya,Mimi,03 1\n,Ziz,03 2\nRami,Rami,03 3\n")).toEqual(["Nickname"]);
  });

  it("is nothing where a name stands in parts too", async () => {
    expect(await onlyPerson("Name,First Name,Last Name\nMaya,Maya,Khoury")).toMatchObject({ name: "Maya Khoury" });
    expect(await leftOut("Name,First Name,Last Name\nMaya,Maya,Khoury")).toEqual([]);
    expect(await onlyPerson("Name,First Name,Last Name\nMimi,Maya,Khoury")).toMatchObject({ name: "Mimi" });
    expect(await leftOut("Name,First Name,Last Name\nMimi,Maya,Khoury")).toEqual(["First Name", "Last Name"]);
  });
});
