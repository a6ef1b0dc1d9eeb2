import { describe, expect, it } from "vitest";
import { readContactFile } from "../../lib/contact-files/read";
import { type GuestField, keyOfField, TEXT_LIMITS } from "../../lib/guest-fields";
import { card, chunked, read, summary } from "./reading";

const UNKNOWN = [{ line: 1, reason: expect.stringMatching(/^This is neither a vCard nor a CSV file with a name or phone column/) }];

function noise(length: number): Uint8Array {
  let state = 12345;
  return Buffer.alloc(length).map(() => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

describe("files that are none", () => {
  it.each([
    ["of no bytes", ""],
    ["of blanks", " \r\n\r\n \n"],
    ["of a byte order mark", "\ufeff"],
  ])("says that a file %s is empty", async (_, text) => {
    for (const format of [undefined, "csv", "vcard"] as const) {
      expect(await read(text, format ? { format } : {})).toEqual([{ line: 1, reason: "This file is empty." }]);
    }
  });

  it.each([
    ["a letter", Buffer.from("Dear Maya,\nplease find the list attached.\n")],
    ["columns without names and phones", Buffer.from("id,amount\n1,2\n")],
    ["an Excel workbook", Buffer.from("PK\x03\x04\x14\x00\x06\x00\x08\x00", "latin1")],
    ["noise", noise(300_000)],
    ["zeros", Buffer.alloc(1_000_000)],
    ["one line of 10 MB", Buffer.alloc(10_000_000, "x")],
    ["one quotation mark", Buffer.from('"')],
  ])("gives one error for %s, whatever it is called", async (_, bytes) => {
    for (const options of [{}, { format: "csv" }, { format: "vcard" }, { fileName: "guests.vcf" }, { fileName: "guests.csv" }] as const) {
      expect(await read(bytes, options, 50_000)).toEqual(UNKNOWN);
    }
  });

  it("says that only the header is there", async () => {
    expect(await read("\nname,phone\n")).toEqual([{ line: 2, reason: expect.stringContaining("no contact follows") }]);
  });
});

describe("format", () => {
  it("goes by the content before the name, and by the name where the content does not say", async () => {
    expect(summary(await read(card("3.0", "FN:Maya"), { fileName: "guests.csv" }))).toEqual([[1, "Maya"]]);
    expect(summary(await read(`Sent from my phone\n${card("3.0", "FN:Maya")}`, { fileName: "Guests.VCF" }))).toEqual([
      [1, "note"],
      [2, "Maya"],
    ]);
    expect(summary(await read("name\nMaya", { fileName: "guests.txt" }))).toEqual([[2, "Maya"]]);
  });

  it("goes by what the caller says where the file does not begin with a card", async () => {
    expect(summary(await read(card("3.0", "FN:Maya"), { format: "csv" }))).toEqual([[1, "Maya"]]);
    expect(await read(`x\n${card("3.0", "FN:Maya")}`, { format: "csv" })).toEqual(UNKNOWN);
    expect(summary(await read(`x\n${card("3.0", "FN:Maya")}`, { format: "vcard" }))).toEqual([
      [1, "note"],
      [2, "Maya"],
    ]);
  });
});

describe("damaged cards", () => {
  it.each([
    ["a quotation mark that is never closed", 'TEL;TYPE="cell:03 123456'],
    ["a parameter without a name", "TEL;=cell:03 123456"],
    ["a line without a colon", "TEL 03 123456"],
  ])("loses no guest to %s, and does not quote it", async (_, line) => {
    const outcomes = await read(card("3.0", "FN:Elie") + card("3.0", "FN:Maya", line) + card("3.0", "FN:Rita"));
    expect(summary(outcomes)).toEqual([
      [1, "Elie"],
      [5, "Maya"],
      [10, "Rita"],
    ]);
    const note = "This line of the card is damaged and was left out. What else the card says came in.";
    expect(outcomes[1]).toMatchObject({ line: 5, notes: [{ line: 8, note }] });
  });

  it("does not lose a guest to a line of a note that was not escaped", async () => {
    expect(summary(await read(card("3.0", "FN:Maya", "NOTE:first", "second line", "TEL:03 1")))).toEqual([[1, "Maya"]]);
  });

  it("reports the last card when its end is missing", async () => {
    const whole = card("3.0", "FN:Elie");
    const outcomes = await read(whole + card("3.0", "FN:Maya", "TEL:03 1").replace("END:VCARD\r\n", ""));
    expect(outcomes[1]).toEqual({ line: 5, reason: expect.stringContaining("stops in the middle") });
  });

  it("reports a card in the middle whose end is missing, and reads the next", async () => {
    const outcomes = await read(card("3.0", "FN:Elie").replace("END:VCARD\r\n", "") + card("3.0", "FN:Maya"));
    expect(summary(outcomes)).toEqual([
      [1, "error"],
      [4, "Maya"],
    ]);
  });

  it("does not take the cards behind an assistant's card whose end is missing for its own", async () => {
    const assistant = card("2.1", "FN:Elie", "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:Secretary");
    expect(summary(await read(assistant + card("3.0", "FN:Maya") + card("3.0", "FN:Rita")))).toEqual([
      [1, "error"],
      [9, "Maya"],
      [13, "Rita"],
    ]);
    const whole = card("2.1", "FN:Elie", "AGENT:", "BEGIN:VCARD", "AGENT:", "BEGIN:VCARD", "END:VCARD", "END:VCARD", "TEL:03 1");
    expect(summary(await read(whole + card("3.0", "FN:Maya")))).toEqual([
      [1, "Elie"],
      [12, "Maya"],
    ]);
  });

  it("reports a card whose parameters never end", async () => {
    const parameters = ";A=B".repeat(1_000);
    const outcomes = await read(
      card("3.0", "FN:Elie", `TEL${parameters};A=${"B".repeat(200)}:03 1`) +
        card("3.0", "FN:Rita", `TEL${parameters}`, ` ${parameters}:03 1`) +
        card("3.0", "FN:Maya", `TEL;A=${"B".repeat(2_000)}:03 1`),
    );
    expect(summary(outcomes)).toEqual([
      [1, "error"],
      [6, "error"],
      [12, "Maya"],
    ]);
    expect(outcomes[0]).toMatchObject({ reason: expect.stringContaining("far too long") });
  });

  it("reports a line of 10 MB where it matters, and passes over it where it does not", async () => {
    const long = "x".repeat(10_000_000);
    const outcomes = await read(card("3.0", "FN:Elie", `NOTE:${long}`) + card("3.0", `FN:${long}`) + card("3.0", "FN:Maya"));
    expect(summary(outcomes)).toEqual([
      [1, "Elie"],
      [6, "error"],
      [10, "Maya"],
    ]);
    expect(outcomes[1]).toMatchObject({ reason: expect.stringContaining("far too long") });
  });

  it("reports a card of endless numbers", async () => {
    const outcomes = await read(
      card("3.0", "FN:Elie", ...Array.from({ length: 40_000 }, (_, index) => `TEL:03 ${index}`)) + card("3.0", "FN:Maya"),
    );
    expect(summary(outcomes)).toEqual([
      [1, "error"],
      [40_005, "Maya"],
    ]);
    expect(outcomes[0]).toMatchObject({ reason: expect.stringContaining("far too long") });
  });

  it("reports a group of contacts", async () => {
    const outcomes = await read(card("4.0", "KIND:group", "FN:Family") + card("3.0", "FN:Work", "X-ADDRESSBOOKSERVER-KIND:group"));
    expect(outcomes).toEqual([
      { line: 1, reason: expect.stringContaining("group") },
      { line: 6, reason: expect.stringContaining("group") },
    ]);
  });
});

describe("rows that stay out", () => {
  it("reports who has neither a name nor a phone", async () => {
    const reason = "This contact has neither a name nor a phone number.";
    expect(await read("name,phone,email\n,,a@x.lb\n , - ,a@x.lb")).toEqual([
      { line: 2, reason },
      { line: 3, reason },
    ]);
    expect(await read(card("3.0", "EMAIL:a@x.lb"))).toEqual([{ line: 1, reason }]);
  });

  it.each(Object.entries(TEXT_LIMITS).filter(([field]) => !keyOfField(field as GuestField)))(
    "reports a %s over %i characters, and takes one of as many",
    async (field, limit) => {
      const text = (length: number) => (field === "phones" ? "1".repeat(length) : "x".repeat(length));
      const header = field === "name" ? "name,email" : `name,${field}`;
      const row = (length: number) => (field === "name" ? `${text(length)},a@x.lb` : `Maya,${text(length)}`);
      const outcomes = await read(`${header}\n${row(limit)}\n${row(limit + 1)}`);
      expect(summary(outcomes)[0]?.[1]).not.toBe("error");
      expect(outcomes[1]).toEqual({ line: 3, reason: expect.stringMatching(new RegExp(`too long: at most ${limit} `)) });
    },
  );

  it("reports a row of 10 MB and reads those around it", async () => {
    const outcomes = await read(`name,phone\nElie,03 1\nx${"x".repeat(10_000_000)},03 2\nMaya,03 3`);
    expect(summary(outcomes)).toEqual([
      [2, "Elie"],
      [3, "error"],
      [4, "Maya"],
    ]);
    expect(outcomes[1]).toMatchObject({ reason: expect.stringContaining("far too long") });
  });

  it.each(["phone", "address"])("takes no time over a %s of blanks alone", async (column) => {
    const begun = performance.now();
    const file = `name,${column}\nMaya,"71234567${" ".repeat(60_000)}x"\nRita,"\n 71234567 \n\n 03123456 \n"\n`;
    const outcomes = await read(file);
    expect(performance.now() - begun).toBeLessThan(1_000); // the square of 60,000 is several seconds
    expect(outcomes[0]).toMatchObject({ line: 2, person: { name: "Maya" } });
    expect(outcomes[1]).toMatchObject({ line: 3, person: { [column === "phone" ? "phones" : column]: "71234567, 03123456" } });
  });

  it("quotes no number in any reason", async () => {
    const file = 'name,phone,birthday\n,,x\nMaya,71234567,71234567x\nElie,9.7123456E+11,\n"Rita,71234567,';
    for (const outcome of await read(file)) {
      const said = "reason" in outcome ? outcome.reason : "person" in outcome ? JSON.stringify(outcome.notes ?? []) : outcome.note;
      expect(said).not.toMatch(/7123/);
    }
  });
});

describe("the source of the bytes", () => {
  it("throws what the source throws", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("name\nMaya\n");
      throw new Error("disk gone");
    }
    const reading = readContactFile(broken(), {});
    await expect(async () => {
      for await (const outcome of reading) expect(outcome.line).toBe(2);
    }).rejects.toThrow("disk gone");
  });

  it.each([
    ["the caller stops early", card("3.0", "FN:Maya").repeat(3), 10],
    ["the caller stops within the first chunk", card("3.0", "FN:Maya").repeat(3), 10_000],
    ["the file is neither", "id,amount\n1,2\n", 10],
  ])("is closed when %s", async (_, text, chunkSize) => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield* chunked(Buffer.from(text), chunkSize);
      } finally {
        closed = true;
      }
    }
    for await (const outcome of readContactFile(source(), {})) {
      expect(outcome.line).toBe(1);
      break;
    }
    expect(closed).toBe(true);
  });
});
