import { describe, expect, it } from "vitest";
import { card, onlyPerson, people, read, summary } from "./reading";

const GUEST = ["FN:Maya Khoury", "TEL:03 123456"];

describe("versions and line ends", () => {
  it("reads cards of all three versions from one file", async () => {
    const file = [
      card("2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D8=AE=D9=88=D8=B1=D9=8A;=D9=85=D8=A7=D9=8A=D8=A7", "TEL;CELL;PREF:03 1"),
      card("3.0", "FN:Elie", "TEL;TYPE=CELL:03 2"),
      card("4.0", "FN:Rita", 'TEL;VALUE=uri;TYPE="voice,home";PREF=1:tel:+961-3-123456;ext=5'),
    ].join("");
    expect((await people(file)).map(({ name, phones }) => [name, phones])).toEqual([
      ["مايا خوري", "03 1"],
      ["Elie", "03 2"],
      ["Rita", "+961-3-123456 ext 5"],
    ]);
  });

  it.each([["\n"], ["\r\n"], ["\r"]])("reads %j as line end and counts lines by it", async (end) => {
    const file = `${card("3.0", ...GUEST)}\r\n${card("3.0", "FN:Elie")}`.replaceAll("\r\n", end);
    expect(summary(await read(file))).toEqual([
      [1, "Maya Khoury"],
      [7, "Elie"],
    ]);
  });

  it("takes BEGIN, END and property names in any case, and a card without VERSION", async () => {
    expect(await people("begin:vCard\nfn:Maya\ntel;type=cell:03 1\nend:vcard\n")).toMatchObject([{ name: "Maya", phones: "03 1" }]);
  });

  it("reads an old 4.0 card whose VERSION does not come first", async () => {
    expect(await people("BEGIN:VCARD\nFN:Maya\nBDAY:--0514\nVERSION:4.0\nEND:VCARD")).toMatchObject([{ birthday: "--05-14" }]);
  });
});

describe("names", () => {
  it("builds a missing FN from N in the order of speech", async () => {
    expect(await onlyPerson(card("3.0", "N:Khoury;Maya;Rose;Dr.;Jr."))).toMatchObject({ name: "Dr. Maya Rose Khoury Jr." });
    expect(await onlyPerson(card("3.0", "FN:", "N:Khoury;;;;"))).toMatchObject({ name: "Khoury" });
  });

  it("falls back to the nickname, then to the company", async () => {
    expect(await onlyPerson(card("3.0", "N:;;;;", "NICKNAME:Mimi,Mayouch", "ORG:MEA;Sales"))).toMatchObject({
      name: "Mimi",
      company: "MEA",
    });
    expect(await onlyPerson(card("3.0", "ORG:MEA;Sales"))).toMatchObject({ name: "MEA", company: "MEA" });
  });

  it("unescapes 3.0 and leaves the commas and semicolons of 2.1 where they were", async () => {
    expect(await onlyPerson(card("3.0", "FN:Khoury\\, Maya \\; a\\: \\\\o/"))).toMatchObject({ name: "Khoury, Maya ; a: \\o/" });
    expect(await onlyPerson(card("2.1", "FN:Khoury, Maya; \\o/", "ORG:A, B\\; C;Sales"))).toMatchObject({
      name: "Khoury, Maya; \\o/",
      company: "A, B; C",
    });
  });
});

describe("folded lines", () => {
  it("unfolds with a space or a tab, in the middle of a UTF-8 character too", async () => {
    const name = Buffer.from("FN:مايا خوري");
    const bytes = Buffer.concat([
      Buffer.from("BEGIN:VCARD\r\nVERSION:3.0\r\n"),
      name.subarray(0, 8),
      Buffer.from("\r\n "),
      name.subarray(8),
      Buffer.from("\r\nTITLE:Sales man\r\n\tager\r\nEND:VCARD\r\n"),
    ]);
    expect(await onlyPerson(bytes)).toMatchObject({ name: "مايا خوري", title: "Sales manager" });
  });

  it("keeps the blank of a fold in 2.1, where it is part of the value", async () => {
    expect(await onlyPerson(card("2.1", "FN:Maya", " Khoury"))).toMatchObject({ name: "Maya Khoury" });
  });
});

describe("vCard 2.1", () => {
  it("joins soft line breaks, with blanks behind them and colons after them", async () => {
    const person = await onlyPerson(
      card(
        "2.1",
        "FN;ENCODING=QUOTED-PRINTABLE:Maya =",
        "Khoury= ",
        " Haddad",
        "NOTE;ENCODING=QUOTED-PRINTABLE:call her =",
        "TEL:99 999999",
        "TEL;CELL:03 1",
      ),
    );
    expect(person).toMatchObject({ name: "Maya Khoury Haddad", phones: "03 1" });
  });

  it("ends a card although its last line promises another", async () => {
    const file = card("2.1", "FN:Maya", "ORG;QUOTED-PRINTABLE:MEA=", "", "TEL:03 1", "NOTE;QUOTED-PRINTABLE:x=") + card("2.1", "FN:Elie");
    expect(await people(file)).toMatchObject([{ name: "Maya", company: "MEA", phones: "03 1" }, { name: "Elie" }]);
  });

  it.each([
    ["UTF-8", "=C3=89lie"],
    ["ISO-8859-1", "=C9lie"],
    ["windows-1252", "=C9lie"],
    ["windows-1252", "=C9lie=92s"],
    ["x-unknown", "=C3=89lie"],
  ])("decodes the charset %s", async (charset, encoded) => {
    expect(await onlyPerson(card("2.1", `FN;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:${encoded}`))).toMatchObject({
      name: encoded.endsWith("s") ? "Élie’s" : "Élie",
    });
  });

  it("decodes Windows-1256, encoded or as bare bytes", async () => {
    expect(await onlyPerson(card("2.1", "FN;CHARSET=WINDOWS-1256;QUOTED-PRINTABLE:=E3=C7=ED=C7"))).toMatchObject({ name: "مايا" });
    const bare = Buffer.from(card("2.1", "FN;CHARSET=WINDOWS-1256:\xe3\xc7\xed\xc7"), "latin1");
    expect(await onlyPerson(bare)).toMatchObject({ name: "مايا" });
  });

  it("believes a charset over its own guess", async () => {
    expect(await onlyPerson(Buffer.from(card("2.1", "FN;CHARSET=ISO-8859-5:\xbc\xd0\xd9\xef"), "latin1"))).toMatchObject({ name: "Майя" });
  });

  it("leaves a = that encodes nothing", async () => {
    expect(await onlyPerson(card("2.1", "FN;QUOTED-PRINTABLE:a=b =ZZ"))).toMatchObject({ name: "a=b =ZZ" });
  });

  it("passes over an assistant's card inside a card", async () => {
    const file = card("2.1", "FN:Maya", "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:Secretary", "TEL:99 999999", "END:VCARD", "TEL:03 1");
    expect(await people(file)).toMatchObject([{ name: "Maya", phones: "03 1" }]);
  });
});

describe("photos", () => {
  const base64 = Buffer.alloc(300, "photo").toString("base64");

  it.each([
    ["folded", `PHOTO;ENCODING=b;TYPE=JPEG:${base64.replace(/(.{60})/g, "$1\r\n ")}`],
    ["not indented", `PHOTO;ENCODING=BASE64;JPEG:${base64.replace(/(.{60})/g, "$1\r\n")}\r\n`],
    ["on a line of its own", `PHOTO;BASE64:\r\n  ${base64.replace(/(.{60})/g, "$1\r\n  ")}\r\n`],
    ["a data address", `PHOTO:data:image/jpeg;base64,${base64}`],
    ["on one long line", `PHOTO;ENCODING=b:${"A".repeat(300_000)}`],
  ])("passes over one that is %s", async (_, photo) => {
    expect(await onlyPerson(card("3.0", "FN:Maya", photo, "TEL:03 1"))).toMatchObject({ name: "Maya", phones: "03 1" });
  });
});

describe("phones and e-mail", () => {
  it("joins several numbers, each once, as typed and even when they are no valid numbers", async () => {
    const lines = ["TEL;CELL:03/123456", "item1.TEL;HOME:+961 3 123456", "TEL;WORK:03 123456", "TEL:12", "item1.X-ABLabel:Mobile"];
    expect(await onlyPerson(card("2.1", "FN:Maya", ...lines))).toMatchObject({ phones: "03/123456, +961 3 123456, 12" });
  });

  it("reads past a parameter that says nothing", async () => {
    expect(await onlyPerson(card("2.1", "FN:Maya", "TEL;;CELL:03 1", "TEL;WORK;:03 2"))).toMatchObject({ phones: "03 1, 03 2" });
  });

  it("takes the invisible direction marks off a number that was copied", async () => {
    expect(await onlyPerson(card("3.0", "TEL:\u202a+961 3 123456\u202c"))).toMatchObject({ phones: "+961 3 123456" });
  });

  it("decodes a tel address", async () => {
    expect(await onlyPerson(card("4.0", "TEL;VALUE=uri:tel:%2B961%203%20123456"))).toMatchObject({ phones: "+961 3 123456" });
  });

  it.each([
    ["the first", ["EMAIL:a@x.lb", "EMAIL:b@x.lb"], "a@x.lb"],
    ["2.1's PREF", ["EMAIL:a@x.lb", "EMAIL;INTERNET;PREF:b@x.lb"], "b@x.lb"],
    ["3.0's pref", ["EMAIL;type=HOME:a@x.lb", "EMAIL;type=WORK,pref:b@x.lb"], "b@x.lb"],
    ["4.0's lowest PREF", ["EMAIL:c@x.lb", "EMAIL;PREF=2:a@x.lb", "EMAIL;PREF=1:b@x.lb"], "b@x.lb"],
    ["a mailto address", ["EMAIL;VALUE=uri:mailto:b@x.lb?subject=x"], "b@x.lb"],
  ])("takes %s of several e-mails", async (_, lines, email) => {
    expect(await onlyPerson(card("3.0", "FN:Maya", ...lines))).toMatchObject({ email });
  });
});

describe("address", () => {
  it("is one readable line, whatever stands in it", async () => {
    expect(await onlyPerson(card("3.0", "FN:M", "ADR;TYPE=HOME:;Floor 3;Main St\\nBldg 4\\,;Jounieh;;;Lebanon"))).toMatchObject({
      address: "Floor 3, Main St, Bldg 4, Jounieh, Lebanon",
    });
    expect(await onlyPerson(card("2.1", "FN:M", "ADR;HOME;QUOTED-PRINTABLE:;;Main St=0D=0ABldg 4;Jounieh"))).toMatchObject({
      address: "Main St, Bldg 4, Jounieh",
    });
  });
});

describe("parameters in quotation marks", () => {
  it("may hold the signs that end others", async () => {
    const lines = [
      'ADR;LABEL="Bldg 4: left; Jounieh":;;Main St;Jounieh;;;',
      'item1.TEL;TYPE="cell;voice";X-NOTE="a:b":03 1',
      'N;SORT-AS="Khoury,Maya":Khoury;Maya;;;',
    ];
    expect(await onlyPerson(card("4.0", ...lines))).toMatchObject({ name: "Maya Khoury", phones: "03 1", address: "Main St, Jounieh" });
  });
});

describe("birthdays", () => {
  it.each([
    ["BDAY:1985-05-14", 1985],
    ["BDAY:19850514", 1985],
    ["BDAY;VALUE=date:1985-05-14", 1985],
    ["BDAY:1985-05-14T00:00:00Z", 1985],
    ["BDAY:19850514T220000Z", 1985],
    ["BDAY;VALUE=date-time:1985-05-14T22:00:00+02:00", 1985],
    ["BDAY:1985-05-14T00:00:00.000Z", 1985],
    ["BDAY:--0514", null],
    ["BDAY:--05-14", null],
    ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-14", null],
    ["BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:1604-05-14", null],
    ["BDAY;X-APPLE-OMIT-YEAR=1904:1904-05-14", null],
    ["BDAY:0000-05-14", null],
    ["BDAY:14/05/1985", 1985],
    ["BDAY:14.05.1985", 1985],
    ["BDAY;VALUE=text:14 mai 1985", 1985],
  ])("understands %s", async (line, year) => {
    for (const version of ["2.1", "3.0", "4.0"] as const) {
      expect(await onlyPerson(card(version, "FN:Maya", line))).toMatchObject({ birthday: "--05-14", birth_year: year });
    }
  });

  it.each(["BDAY:circa 1800", "BDAY:1985", "BDAY:1985-02-30", "BDAY;VALUE=text:spring"])(
    "says the line of a card with %s, and takes its guest",
    async (line) => {
      const outcomes = await read(card("4.0", "FN:Elie") + card("4.0", "FN:Maya", line) + card("4.0", "FN:Rita"));
      expect(summary(outcomes)).toEqual([
        [1, "Elie"],
        [5, "Maya"],
        [10, "Rita"],
      ]);
      expect(outcomes[1]).toMatchObject({ notes: [{ line: 5, note: expect.stringContaining("birthday was not understood") }] });
    },
  );

  it("does not take REV for anything", async () => {
    expect(await onlyPerson(card("3.0", "FN:Maya", "REV:2020-01-01T00:00:00Z"))).toMatchObject({ added_at: null, birthday: "" });
  });
});
