import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { foldText } from "@/lib/fold-text";
import { searchContacts, searchRecipients } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { readPhones } from "@/lib/phones";
import { searchText } from "@/lib/search-text";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { END_OF_DAY, EVENING, open, seat } from "../support/tables";

type Row = [name: string, phones?: string, added?: string];

/** Brings guests into the guest book through the real import; the later ones are the newer ones. */
async function book(...people: Row[]): Promise<void> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = people.map(([name, phones = "", added], index) =>
    [
      name,
      phones,
      added ??
        `2026-01-${String(1 + Math.floor(index / 1440)).padStart(2, "0")}T${String(Math.floor((index % 1440) / 60)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}:00Z`,
    ]
      .map(quoted)
      .join(","),
  );
  const { answer } = await call("admin", importContacts, {
    raw: ["name,phones,added_at", ...lines].join("\n"),
    headers: { "content-type": "text/csv" },
  });
  expect(answer).toMatchObject({ inserted: people.length, errors: [] });
}

async function find(search: string, more: { limit?: number; offset?: number } = {}) {
  const { status, answer } = await call("staff", searchContacts, { query: { search, ...more } as never });
  expect(status).toBe(200);
  return answer;
}

/** Whoever is found by what was typed as it stands; similar names have tests of their own (tests/guest-search). */
const names = async (search: string) =>
  (await find(search)).contacts.filter((contact) => !contact.written_otherwise).map((contact) => contact.name);

describe("the search", () => {
  it("gives all that is known of a guest, and the branch", async () => {
    enterHouse();
    const raw =
      "name,phones,email,company,title,birthday,address,added_at\nMaya Khoury,03 123456,m@x.lb,MEA,Pilot,1985-05-14,Jounieh,2026-11-01T10:00:00Z\n";
    await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" }, branch: "batroun" });
    const { answer } = await call("staff", searchContacts, { query: { search: "maya" }, branch: "batroun" });
    expect(answer).toEqual({
      contacts: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: "Maya Khoury",
          phones: "03 123456",
          numbers: [{ shown: "+961 3 123 456", digits: "9613123456" }],
          email: "m@x.lb",
          company: "MEA",
          title: "Pilot",
          birthday: "--05-14",
          birth_year: 1985,
          address: "Jounieh",
          language: "",
          likes: "",
          tags: "",
          allergies: "",
          added_at: "2026-11-01T10:00:00.000Z",
          also: "",
          branch: "batroun",
        },
      ],
      total: 1,
    });
    expect(await names("maya")).toEqual([]);
    const recipients = await call("staff", searchRecipients, { query: { search: "maya", source: "contacts" }, branch: "batroun" });
    const { id, name, phones, numbers, company, added_at, branch, also } = answer.contacts[0] ?? {};
    expect(recipients.answer).toEqual({ contacts: [{ id, name, phones, numbers, company, added_at, branch, also }], total: 1 });
    const elsewhere = await call("staff", searchRecipients, { query: { search: "maya", source: "tables" } as never });
    expect(elsewhere.status).toBe(400);
  });

  it.each([
    ["Élise Müller", ["elise", "ÉLISE", "muller", "MÜLL", "e\u0301lise", "lise mul"]],
    ["Zoë Łukasz Ørsted", ["zoe", "lukasz", "orsted", "ZOË"]],
    ["Straße Œuvre", ["strasse", "oeuvre", "straße"]],
    ["فاطِمَة الزّهراء", ["فاطمة", "فاطمه", "الزهراء", "فَاطِمَة", "الزهرا"]],
    ["أحمد إسماعيل آدم", ["احمد", "اسماعيل", "ادم", "أحمد", "إحمد"]],
    ["ليلى مصطفى", ["ليلي", "ليلى", "مصطفي"]],
    ["مؤمن رائد", ["مومن", "مؤمن", "رايد"]],
    ["محمـــد", ["محمد", "محمــد"]],
    ["کریم", ["كريم", "کریم"]],
    ["O'Brien-Haddad", ["brien", "haddad", "o'brien", "O’Brien"]],
    ["李小龍", ["李", "李小", "李小龍"]],
    ["Иван Петров", ["иван", "ПЕТР"]],
    ["Studio54 Club", ["studio54", "studio 54", "dio54"]],
  ])("finds %j by %j", async (name, searches) => {
    enterHouse();
    await book([name], ["Somebody Else", "70 999999"]);
    for (const search of searches) expect({ search, found: await names(search) }).toEqual({ search, found: [name] });
  });

  it.each(["03 123456", "+961 3 123456", "009613123456", "03/123456", "٠٣ ١٢٣٤٥٦", "961 03 123456"])(
    "finds the phone %j in every spelling, and by its parts",
    async (phones) => {
      enterHouse();
      await book(["Rami", phones], ["Somebody Else", "70 999888"]);
      const spellings = [
        "03123456",
        "3123456",
        "9613123456",
        "+9613123456",
        "+961 3 123 456",
        "00961 3 123456",
        "03/123456",
        "03-123-456",
        "(03) 123456",
        "٠٣١٢٣٤٥٦",
        "۰۳۱۲۳۴۵۶",
        "961 03 123456",
        "+961 (0)3 123456",
      ];
      const parts = ["123456", "123", "3456", "23 45", "961312", "0312", "03", "3"];
      for (const search of [...spellings, ...parts]) expect({ search, found: await names(search) }).toEqual({ search, found: ["Rami"] });
      for (const search of ["1234567", "65432", "0396"]) expect({ search, found: await names(search) }).toEqual({ search, found: [] });
    },
  );

  it("finds each of several numbers, and foreign ones", async () => {
    enterHouse();
    await book(["Rami", "03 123456 / 01 234567; +33 6 71 12 34 56"]);
    for (const search of ["03123456", "01234567", "0671123456", "33671123456", "671123456", "+33 6 71"])
      expect({ search, found: await names(search) }).toEqual({ search, found: ["Rami"] });
  });

  it("puts beginnings of a name first, then those of a word, then the middle of one, and in each the newest first", async () => {
    enterHouse();
    await book(["Ramona"], ["Miramar"], ["Ziad Ramy"], ["Joe Ramadan"], ["Abramo"], ["Rami"]);
    expect(await names("ram")).toEqual(["Rami", "Ramona", "Joe Ramadan", "Ziad Ramy", "Abramo", "Miramar"]);
    expect(await names("RAM")).toEqual(await names("ram"));
  });

  it("puts the very phone before everything else, in whatever spelling", async () => {
    enterHouse();
    await book(["Rami", "70 111222, 03 123456"], ["03123456"], ["Long", "+961 3 123 4567"], ["Branch 03123456", "01 444444"]);
    for (const search of ["03123456", "+961 3 123456", "009613123456", "٠٣/١٢٣٤٥٦"]) expect((await names(search))[0]).toBe("Rami");
    expect(await names("03123456")).toEqual(["Rami", "03123456", "Branch 03123456", "Long"]);
    expect(await names("3123456")).toEqual(["Rami", "Long", "Branch 03123456", "03123456"]);
    expect(await names("7011122")).toEqual(["Rami"]);
  });

  it("takes names of any length for what they begin with", async () => {
    enterHouse();
    await book(["Maximilian Constantin the Elder"], ["The Maximilian Constantin the Elder"], ["Maximilian Constantine"]);
    expect(await names("maximilian constantin the")).toEqual(["Maximilian Constantin the Elder", "The Maximilian Constantin the Elder"]);
    expect(await names("maximilian constan")).toEqual([
      "Maximilian Constantine",
      "Maximilian Constantin the Elder",
      "The Maximilian Constantin the Elder",
    ]);
  });

  it("puts guests who were brought in later, but are older, in their place", async () => {
    enterHouse();
    await book(["Rami New", "", "2026-05-02T10:00:00Z"], ["Joe Ramadan", "", "2026-05-01T10:00:00Z"]);
    await book(["Rami Old", "", "2020-05-01T10:00:00Z"]);
    await book(["Rami Mid", "", "2026-05-01T12:00:00Z"]);
    expect(await names("ram")).toEqual(["Rami New", "Rami Mid", "Rami Old", "Joe Ramadan"]);
  });

  it("of one or two letters gives beginnings of words only", async () => {
    enterHouse();
    await book(["Rami"], ["Omar"], ["Joe Rizk"], ["كريم"], ["ريم"]);
    expect(await names("r")).toEqual(["Rami", "Joe Rizk"]);
    expect(await names("ra")).toEqual(["Rami"]);
    expect(await names("ar")).toEqual([]);
    expect(await names("ري")).toEqual(["ريم"]);
    expect(await names("ريم")).toEqual(["ريم", "كريم"]);
  });

  it("finds beginnings of few words and of many, the newest first", async () => {
    enterHouse();
    const letters = [..."abcdefghij"];
    await book(...letters.map((letter): Row => [`Saad Mari${letter}`]), ["Saad Georgette"], ["Saad George"], ["Saad Georges"]);
    const found = async (search: string) => (await names(search)).map((name) => name.replace("Saad ", ""));
    expect(await found("geor")).toEqual(["Georges", "George", "Georgette"]);
    expect(await found("georges")).toEqual(["Georges"]);
    expect(await found("mari")).toEqual(letters.map((letter) => `Mari${letter}`).reverse());
    expect(await found("saad geor")).toEqual(["Georges", "George", "Georgette"]);
    expect(await found("maria sa")).toEqual(["Maria"]);
    expect(await found("marix")).toEqual([]);
  });

  it("of several words finds them in any order, each of them somewhere", async () => {
    enterHouse();
    await book(["Maya Khoury", "03 123456"], ["Khoury Maya Rose"], ["Maya Haddad"], ["Amaya Bakhoury"]);
    expect(await names("maya khoury")).toEqual(["Maya Khoury", "Khoury Maya Rose", "Amaya Bakhoury"]);
    expect(await names("khoury maya")).toEqual(["Khoury Maya Rose", "Maya Khoury", "Amaya Bakhoury"]);
    expect(await names("kh ma")).toEqual(["Khoury Maya Rose", "Maya Khoury"]);
    expect(await names("maya 123456")).toEqual(["Maya Khoury"]);
    expect(await names("03123456 maya")).toEqual(["Maya Khoury"]);
    expect(await names("maya nobody")).toEqual([]);
  });

  it.each([
    '"',
    '""',
    "'",
    "*",
    "AND",
    "OR NOT",
    "NEAR(",
    "NEAR(a b, 2)",
    "^",
    "-",
    "a:b",
    "search_text:maya",
    "{a b}",
    "maya*",
    '"maya',
    "maya\\",
    "%",
    "_",
    "()",
    "+",
    "😀",
    "؟",
    "ـ",
    "\u0301",
  ])("takes %j as what was typed", async (search) => {
    enterHouse();
    await book(["Maya Khoury", "03 123456"], ["AND Company"], ["Near East"]);
    const { contacts } = await find(search);
    const words = foldText(search).split(" ").filter(Boolean);
    if (words.length === 0) expect(contacts).toEqual([]);
    for (const { name } of contacts) for (const word of words) expect(searchText(name, readPhones("03 123456"))).toContain(word);
  });

  it("wants something that can be seen", async () => {
    enterHouse();
    for (const search of ["", " ", "\u0007", "\u202e\u0007"])
      expect(await call("staff", searchContacts, { query: { search } })).toMatchObject({
        status: 400,
        answer: { error: "Type a name or phone." },
      });
  });

  it("finds the words of SQLite's search language as names", async () => {
    enterHouse();
    await book(["AND Company"], ["Near East"], ["Not Here"]);
    expect(await names("AND")).toEqual(["AND Company"]);
    expect(await names("NEAR(")).toEqual(["Near East"]);
    expect(await names("NOT")).toEqual(["Not Here"]);
    expect(await names('"near" east*')).toEqual(["Near East"]);
  });

  it("gives pages, and says how many there are", async () => {
    enterHouse();
    await book(...Array.from({ length: 120 }, (_, number): Row => [`Guest ${String(number).padStart(3, "0")}`]));
    expect(await find("guest")).toMatchObject({ total: 120, contacts: { length: 50 } });
    const pages = await Promise.all([0, 40, 80, 120].map((offset) => find("guest", { limit: 40, offset })));
    expect(pages.map((page) => page.contacts.length)).toEqual([40, 40, 40, 0]);
    const all = pages.flatMap((page) => page.contacts.map((contact) => contact.name));
    expect(all).toEqual(Array.from({ length: 120 }, (_, number) => `Guest ${String(119 - number).padStart(3, "0")}`));
    expect(await find("guest", { limit: 200 })).toMatchObject({ contacts: { length: 120 } });
  });

  it("counts up to a thousand, and says when there are more", async () => {
    enterHouse();
    await book(...Array.from({ length: 999 }, (_, number): Row => [`Guest ${number}`]));
    expect(await find("guest", { limit: 1 })).toMatchObject({ total: 999 });
    await book(["Guest 1000"]);
    const thousand = await find("guest", { limit: 1 });
    expect(thousand.total).toBe(1_000);
    expect(thousand).not.toHaveProperty("total_is_at_least");
    await book(["Last guest"]);
    expect(await find("guest", { limit: 1 })).toMatchObject({ total: 1_000, total_is_at_least: true });
  });

  it("of very many reaches every one of them, once and in order", async () => {
    enterHouse();
    const count = 2_600;
    await book(
      ...Array.from(
        { length: count },
        (_, number): Row => [number % 13 === 0 ? `Myguest ${number}` : number % 7 === 0 ? `Joe Guest ${number}` : `Guest ${number}`],
      ),
    );
    const all: string[] = [];
    for (let offset = 0; offset < count + 200; offset += 200) {
      const page = await find("guest", { limit: 200, offset });
      expect(page).toMatchObject({ total: 1_000, total_is_at_least: true });
      all.push(...page.contacts.map((contact) => contact.name));
    }
    const numbered = (test: (number: number) => boolean, word: string) =>
      Array.from({ length: count }, (_, index) => count - 1 - index)
        .filter(test)
        .map((number) => `${word} ${number}`);
    const isPart = (number: number) => number % 13 === 0;
    const isWord = (number: number) => !isPart(number) && number % 7 === 0;
    expect(all).toEqual([
      ...numbered((number) => !isPart(number) && !isWord(number), "Guest"),
      ...numbered(isWord, "Joe Guest"),
      ...numbered(isPart, "Myguest"),
    ]);
  });

  it("finds all of a thousand hits that only their texts tell apart", async () => {
    enterHouse();
    await book(...Array.from({ length: 3_000 }, (_, number): Row => [number < 900 ? `Amaryam axyz ${number}` : `Amaryam ${number}`]));
    expect(await find("maryam xy", { limit: 1 })).toMatchObject({ total: 900 });
    expect((await find("maryam xy", { limit: 10, offset: 895 })).contacts).toHaveLength(5);
  });

  it.each([
    [{ search: "" }, "search"],
    [{ search: "   " }, "search"],
    [{ search: "\u00a0\t" }, "search"],
    [{ search: "a", limit: 0 }, "limit"],
    [{ search: "a", limit: 201 }, "limit"],
    [{ search: "a", limit: "all" }, "limit"],
    [{ search: "a", offset: -1 }, "offset"],
    [{}, "search"],
  ])("refuses %j", async (query, path) => {
    enterHouse();
    const { status, answer } = await call("staff", searchContacts, { query: query as never });
    expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path });
  });

  it("follows each change and deletion of a contact", async () => {
    enterHouse();
    await book(["Maya Khoury", "03 123456"], ["Rami", "70 111222"]);
    const file = storeFile("jounieh", "contacts");
    alter(file, "UPDATE contact SET name = 'Tia', search_text = 'tia 9613999999 03999999 3999999' WHERE name = 'Maya Khoury'");
    expect([await names("maya"), await names("123456"), await names("tia"), await names("999999")]).toEqual([[], [], ["Tia"], ["Tia"]]);
    alter(file, "UPDATE contact SET company = 'MEA' WHERE name = 'Tia'");
    expect(await names("ti")).toEqual(["Tia"]);
    alter(file, "DELETE FROM contact WHERE name = 'Tia'");
    expect([await names("tia"), await names("999999"), await names("rami")]).toEqual([[], [], ["Rami"]]);
  });
});

describe("where a guest sits", () => {
  it("is said of those at this business day's saved tables of that branch, closed ones too", async () => {
    enterHouse();
    clockAt(EVENING);
    await book(
      ["Maya Khoury", "03 123456, 01 444444"],
      ["Maya Other", "+33 6 71 12 34 56"],
      ["Maya Nowhere", "70 000111"],
      ["Maya Nobody"],
    );
    const { answer: first } = await seat(
      [{ name: "M", phones: "+961 1 444444" }, { name: "R", phones: "71 123 456" }, { name: "Maya Nobody" }],
      { number: "7" },
    );
    const tables = async (branch?: string) => {
      const { answer } = await call("staff", searchContacts, { query: { search: "maya" }, branch });
      return Object.fromEntries(answer.contacts.map(({ name, tonight }) => [name, tonight?.table_number]));
    };
    const { answer } = await call("staff", searchContacts, { query: { search: "03123456" } });
    expect(answer.contacts[0]?.tonight).toEqual({ table_name: first.table_name, table_number: "7" });
    expect(await tables()).toEqual({ "Maya Khoury": "7", "Maya Other": undefined, "Maya Nowhere": undefined, "Maya Nobody": undefined });
    expect(await tables("batroun")).toEqual({});
    clockAt("2026-11-20T19:40:00Z");
    await seat(
      [
        { name: "Maya", phones: "03/123456" },
        { name: "N", phones: "70000111" },
      ],
      { number: "8" },
    );
    expect(await tables()).toMatchObject({ "Maya Khoury": "8", "Maya Nowhere": "8" });
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(await tables()).toMatchObject({ "Maya Khoury": "8", "Maya Nowhere": "8" });
    clockAt("2026-11-21T19:30:00Z");
    expect(await tables()).toMatchObject({ "Maya Khoury": undefined });
  });

  it("is not known while the table store cannot be read, and guests are found all the same", async () => {
    enterHouse();
    await book(["Maya Khoury", "03 123456"]);
    await closeStores();
    renameSync(storeFile("jounieh", "table"), `${storeFile("jounieh", "table")}.away`);
    expect(await names("maya")).toEqual(["Maya Khoury"]);
  });

  it("may come back with a guest who is added to a table", async () => {
    enterHouse();
    clockAt(EVENING);
    await book(["Maya Khoury", "03 123456"]);
    await seat([{ name: "Maya", phones: "03 123456" }], { number: "7" });
    const { contacts } = await find("maya");
    expect(contacts[0]?.tonight).toBeTruthy();
    expect((await seat(contacts, { number: "8" })).status).toBe(200);
  });
});

describe("a guest of tonight whom no merge has taken yet", () => {
  const ZIAD = { name: "Ziad Sarkis", phones: "71 234 567", email: "z@x.lb", company: "MEA", birthday: "14/5/1990", address: "Batroun" };

  it("is found by name, phone and one digit, with all that the table knows and where it is", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer: saved } = await seat([ZIAD], { number: "99" });
    for (const search of ["ziad", "71 234 567", "+961 71234567", "7", "sark", "arki"]) {
      const { contacts, total } = await find(search);
      expect(total, search).toBe(1);
      expect(contacts, search).toEqual([
        {
          ...ZIAD,
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          title: "",
          language: "",
          likes: "",
          tags: "",
          allergies: "",
          also: "",
          birthday: "--05-14",
          birth_year: 1990,
          added_at: expect.any(String),
          branch: "jounieh",
          numbers: [{ shown: "+961 71 234 567", digits: "96171234567" }],
          tonight: { table_name: saved.table_name, table_number: "99" },
          not_in_book: true,
        },
      ]);
    }
    expect(await names("rki x")).toEqual([]);
  });

  it("is found beside the book's own by one digit", async () => {
    enterHouse();
    clockAt(EVENING);
    await book(["Rita One", "70 000001"], ["Rami Two", "03 000002"]);
    await seat([ZIAD], { number: "99" });
    expect(await names("7")).toEqual(["Ziad Sarkis", "Rita One"]);
    expect(await names("3")).toEqual(["Rami Two"]);
  });

  it("is another branch's nobody", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([ZIAD], { number: "99", branch: "batroun" });
    expect(await names("ziad")).toEqual([]);
    const { answer } = await call("staff", searchContacts, { query: { search: "ziad" }, branch: "batroun" });
    expect(answer.contacts).toMatchObject([{ name: "Ziad Sarkis", branch: "batroun", tonight: { table_number: "99" } }]);
    const central = await call("admin", searchContacts, { query: { search: "ziad" }, branch: "central" });
    expect(central.answer.contacts).toEqual([]);
  });

  it("sits where the guest was saved last, once, with what both tables say", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([ZIAD, { name: "Rami", phones: "03 123456" }], { number: "99" });
    clockAt("2026-11-20T19:40:00Z");
    await seat([{ name: "Ziad", phones: "96171234567", title: "Pilot" }], { number: "8" });
    const { contacts, total } = await find("ziad");
    expect(total).toBe(1);
    expect(contacts).toMatchObject([
      { name: "Ziad Sarkis", company: "MEA", title: "Pilot", birthday: "--05-14", tonight: { table_number: "8" } },
    ]);
  });

  it("who is taken off the table is found no more", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer: saved } = await seat([ZIAD, { name: "Rami", phones: "03 123456" }], { number: "99" });
    expect(await names("ziad")).toEqual(["Ziad Sarkis"]);
    const { answer: table } = await open(saved.table_name);
    const contacts = table.contacts.filter(({ name }) => name === "Rami");
    const body = { metadata: table.metadata, contacts, table_name: saved.table_name, version: table.version };
    expect((await call("admin", saveTable, { body })).status).toBe(200);
    expect(await names("ziad")).toEqual([]);
  });

  it("is the book's once End of Day has run, one row and still marked, and is gone from no list", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([ZIAD, { name: "Ziad Nophone" }], { number: "99" });
    expect(await names("ziad")).toEqual(["Ziad Sarkis", "Ziad Nophone"]);
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    const { contacts, total } = await find("ziad");
    expect(total).toBe(2);
    const ziad = contacts.find(({ name }) => name === "Ziad Sarkis");
    expect(ziad).toMatchObject({ tonight: { table_number: "99" } });
    expect(contacts.map(({ not_in_book }) => not_in_book)).toEqual([undefined, undefined]);
  });

  it("is the book's from the moment that the book knows the number", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([ZIAD], { number: "99" });
    expect((await find("ziad")).contacts).toMatchObject([{ not_in_book: true }]);
    await book(["Ziad S", "+961 71 234567"]);
    const { contacts, total } = await find("ziad");
    expect([total, contacts.map(({ name, not_in_book, tonight }) => [name, not_in_book, tonight?.table_number])]).toEqual([
      1,
      [["Ziad S", undefined, "99"]],
    ]);
  });

  it("stands before the book's own of the same kind, and pages count both", async () => {
    enterHouse();
    clockAt(EVENING);
    await book(["Maya One", "03 000001"], ["Maya Two", "03 000002"], ["Old Maya", "03 000003"], ["Umaya", "03 000004"]);
    await seat([
      { name: "Maya Tonight", phones: "70 000005" },
      { name: "Aunt Maya", phones: "70 000006" },
      { name: "Humaya", phones: "70 000007" },
    ]);
    const all = ["Maya Tonight", "Maya Two", "Maya One", "Aunt Maya", "Old Maya", "Humaya", "Umaya"];
    expect(await names("maya")).toEqual(all);
    expect((await find("maya", { limit: 2, offset: 2 })).contacts.map(({ name }) => name)).toEqual(all.slice(2, 4));
    expect((await find("maya", { limit: 2, offset: 2 })).total).toBe(7);
  });

  it("goes to the next table as the search gave the guest", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([ZIAD], { number: "99" });
    const { contacts } = await find("ziad");
    const { status, answer } = await seat(contacts, { number: "8" });
    expect(status).toBe(200);
    const moved = await open(answer.table_name);
    expect(moved.answer.contacts).toMatchObject([{ ...ZIAD, birthday: "--05-14", birth_year: 1990 }]);
  });
});
