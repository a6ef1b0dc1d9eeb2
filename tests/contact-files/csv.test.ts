import { describe, expect, it } from "vitest";
import { NOTHING_SAID } from "@/lib/guest-fields";
import { onlyPerson, people, read, summary } from "./reading";

const PERSON = { ...NOTHING_SAID, added_at: null };

describe("Google", () => {
  it("reads the old export: a whole name, numbered columns, several values in a cell", async () => {
    const file = [
      "Name,Given Name,Additional Name,Family Name,Birthday,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title",
      'Maya Khoury,Maya,,Khoury,--05-14,* myContacts,* Home,maya@x.lb ::: m@x.lb,Mobile,+961 3 123456 ::: 03/654321,Work,01 234567,Home,"Main St',
      'Jounieh",Main St,,MEA ::: Touch,Pilot',
    ].join("\n");
    expect(await people(file)).toEqual([
      {
        ...PERSON,
        name: "Maya Khoury",
        phones: "+961 3 123456, 03/654321, 01 234567",
        email: "maya@x.lb",
        company: "MEA",
        title: "Pilot",
        birthday: "--05-14",
        address: "Main St, Jounieh",
      },
    ]);
  });

  it("reads the new export", async () => {
    const file = [
      "First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Country,Address 1 - Street,Address 1 - City",
      "Maya,Rose,Khoury,x,Dr.,,Mimi,,MEA,Pilot,Air,1985-05-14,n,,* myContacts,* Home,maya@x.lb,Mobile,+961 3 123456,Home,Lebanon,Main St,Jounieh",
      ",,,,,,Mimi,,,,,,,,,,,,03 2,,,,",
    ].join("\r\n");
    expect(await people(file)).toEqual([
      {
        ...PERSON,
        name: "Dr. Maya Rose Khoury",
        phones: "+961 3 123456",
        email: "maya@x.lb",
        company: "MEA",
        title: "Pilot",
        birthday: "--05-14",
        birth_year: 1985,
        address: "Main St, Jounieh, Lebanon",
      },
      { ...PERSON, name: "Mimi", phones: "03 2" },
    ]);
  });
});

describe("Outlook", () => {
  const HEADER =
    '"Title","First Name","Middle Name","Last Name","Company","Job Title","Business Street","Business City","Home Street","Home City","Home Country/Region","Business Fax","Business Phone","Home Phone","Mobile Phone","Birthday","E-mail Address","E-mail 2 Address"';

  it("reads names, numbers and addresses from their columns, and Title as Mr. or Mrs.", async () => {
    const file = `${HEADER}\r\n"Mrs.","Maya","","Khoury","MEA","Pilot","Airport","Beirut","Main St, Bldg 4","Jounieh","Lebanon","01 999999","01 234567","","03 123456","14/5/1985","","m@x.lb"\r\n"","Elie","","","","","","","Main St, Bldg 4","Jounieh","Lebanon"\r\n`;
    expect(await people(file)).toEqual([
      {
        ...PERSON,
        name: "Mrs. Maya Khoury",
        phones: "fax 01 999999, 01 234567, 03 123456",
        email: "m@x.lb",
        company: "MEA",
        title: "Pilot",
        birthday: "--05-14",
        birth_year: 1985,
        address: "Airport, Beirut",
      },
      { ...PERSON, name: "Elie", address: "Main St, Bldg 4, Jounieh, Lebanon" },
    ]);
  });

  it.each([
    ["0/0/00", "", null],
    ["0/0/0000", "", null],
    ["00/00/0000", "", null],
    ["14/5/1985", "--05-14", 1985],
    ["14.5.1985", "--05-14", 1985],
    ["14 May 1985", "--05-14", 1985],
    ["May 14", "--05-14", null],
    ["5/4/1985", "--04-05", 1985],
    ["14/5/85", "--05-14", 1985],
    ["14/5/1985 12:00:00 AM", "--05-14", 1985],
    ["1985-05-14 00:00:00", "--05-14", 1985],
    ["١٤/٥/١٩٨٥", "--05-14", 1985],
    ["14/5", "--05-14", null],
  ])("reads the birthday %s", async (text, birthday, birth_year) => {
    expect(await onlyPerson(`"First Name","Birthday"\n"Maya","${text}"`)).toMatchObject({ birthday, birth_year });
  });

  it.each(["31/2/1985", "13/13/1985", "spring", "0/5/1985", "29/2/1985"])(
    "says the line of a birthday that is %s, and takes its guest",
    async (text) => {
      const outcomes = await read(`Name,Birthday\nElie,\nMaya,${text}\nRita,14/5`);
      expect(summary(outcomes)).toEqual([
        [2, "Elie"],
        [3, "Maya"],
        [4, "Rita"],
      ]);
      expect(outcomes[1]).toMatchObject({ notes: [{ line: 3, note: expect.stringContaining("birthday was not understood") }] });
    },
  );
});

describe("fax and pager", () => {
  it("are kept with their mark, from Outlook's columns and Google's kinds of phones", async () => {
    const outlook = "First Name,Business Fax,Mobile Phone,Pager,Home Fax\nMaya,01 234567,03 123456,70 111222,\n";
    expect(await onlyPerson(outlook)).toMatchObject({ phones: "fax 01 234567, 03 123456, pager 70 111222" });
    const google =
      "Name,Phone 1 - Type,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\nMaya,Work Fax,01 234567 ::: 01 999999,Mobile,03 123456\n";
    expect(await onlyPerson(google)).toMatchObject({ phones: "fax 01 234567, fax 01 999999, 03 123456" });
    expect(await onlyPerson("Name,Fax,Phone\nMaya,01 234567,01 234567\n")).toMatchObject({ phones: "01 234567" });
    expect((await read("Name,Fax\nMaya,9.61E+11\n"))[0]).toMatchObject({ reason: expect.stringContaining("shortened") });
  });
});

describe("plain headers", () => {
  it("takes them in any order and any case", async () => {
    const file =
      "BDAY,Address,id,PHONE,Full Name,company,Title,EMAIL,created_at\n14/5,Jounieh,7,03 1,Maya,MEA,Pilot,m@x.lb,2026-06-15T18:30:00\n";
    expect(await people(file)).toEqual([
      {
        ...PERSON,
        name: "Maya",
        phones: "03 1",
        email: "m@x.lb",
        company: "MEA",
        title: "Pilot",
        birthday: "--05-14",
        address: "Jounieh",
        added_at: "2026-06-15T18:30:00.000Z",
      },
    ]);
  });

  it("takes Arabic and French ones, with and without marks", async () => {
    expect(
      await people("الاسم,رقم الهاتف,الشركة,العنوان,تاريخ الميلاد,البريد الإلكتروني\nمايا خوري,٠٣١٢٣٤٥٦,طيران,جونيه,١٤/٥,m@x.lb"),
    ).toEqual([
      { ...PERSON, name: "مايا خوري", phones: "٠٣١٢٣٤٥٦", company: "طيران", address: "جونيه", birthday: "--05-14", email: "m@x.lb" },
    ]);
    expect(await people("الإسم,الشهرة,هاتف\nمايا,خوري,03 1")).toMatchObject([{ name: "مايا خوري", phones: "03 1" }]);
    expect(await people("Prénom;Nom;Téléphone;Société\nMaya;Khoury;03 1;MEA")).toMatchObject([
      { name: "Maya Khoury", phones: "03 1", company: "MEA" },
    ]);
  });

  it("joins a name and a surname, once", async () => {
    expect(await people("Name,Surname\nMaya,Khoury\nMaya Khoury,Khoury\nJoseph,Joseph")).toMatchObject([
      { name: "Maya Khoury" },
      { name: "Maya Khoury" },
      { name: "Joseph Joseph" },
    ]);
  });

  it("joins every column of numbers and needs no name", async () => {
    expect(await people("tel,Mobile,phones\n01 1,03 1,03 2 / 03 3\n")).toMatchObject([{ name: "", phones: "01 1, 03 1, 03 2 / 03 3" }]);
  });

  it("keeps a year that has a column of its own", async () => {
    expect(await people("name,birthday,birth_year\nMaya,--05-14,1985\nElie,--05-14,")).toMatchObject([
      { birth_year: 1985 },
      { birth_year: null },
    ]);
  });

  it("keeps the year that stands in the birthday itself, and none where there is no birthday", async () => {
    expect(await people("name,birthday,birth_year\nMaya,14/5/1985,1990\nElie,,1985")).toMatchObject([
      { birthday: "--05-14", birth_year: 1985 },
      { birthday: "", birth_year: null },
    ]);
  });

  it.each([
    [",", "Maya,03 1,MEA"],
    [";", "Maya;03 1;MEA"],
    ["\t", "Maya\t03 1\tMEA"],
  ])("finds the delimiter %j", async (delimiter, row) => {
    expect(await people(`name${delimiter}phone${delimiter}company\n${row}`)).toMatchObject([
      { name: "Maya", phones: "03 1", company: "MEA" },
    ]);
  });

  it("keeps empty cells between tabs, and commas within a file of semicolons", async () => {
    expect(await people("name\tphone\tcompany\temail\n\t03 1\t\tm@x.lb")).toMatchObject([
      { name: "", phones: "03 1", company: "", email: "m@x.lb" },
    ]);
    expect(await people("name;address, street, city, country;phone\nKhoury, Maya;a, b, c, d;03 1")).toMatchObject([
      { name: "Khoury, Maya", phones: "03 1" },
    ]);
  });

  it("reads Excel's own first line, and counts it", async () => {
    expect(summary(await read("sep=;\r\nname;phone\r\nMaya, the first;03 1"))).toEqual([[3, "Maya, the first"]]);
  });
});

describe("quotation marks and lines", () => {
  it("says where a record begins, whatever line breaks are in and between records", async () => {
    const file = 'name,address\r\n\r\n"Maya","Main St\r\nJounieh\r\nLebanon"\r\n,,\r\nElie,\r\n"Rita ""Rose""","a\nb"\r\nJad,x';
    const outcomes = await read(file);
    expect(summary(outcomes)).toEqual([
      [3, "Maya"],
      [7, "Elie"],
      [8, 'Rita "Rose"'],
      [10, "Jad"],
    ]);
    expect(outcomes[0]).toMatchObject({ person: { address: "Main St, Jounieh, Lebanon" } });
  });

  it("reads a header with a line break in it", async () => {
    expect(summary(await read('name,"phone\nnumber",email\nMaya,03 1,\n'))).toEqual([[3, "Maya"]]);
  });

  it("takes quotation marks in the middle of a field, and blanks before them", async () => {
    expect(await people('name,phone,company\nMaya "Mimi" K,03 1,5" Pizza\nElie, "03 1, 03 2",MEA')).toMatchObject([
      { name: 'Maya "Mimi" K', company: '5" Pizza' },
      { name: "Elie", phones: "03 1, 03 2" },
    ]);
  });

  it.each([
    ["in a short file", 3],
    ["in a long one", 20_000],
  ])("loses only its own row to a quotation mark that is never closed, %s", async (_, rows) => {
    const names = Array.from({ length: rows }, (__, index) => `Guest ${index}`);
    const file = ["name,phone", "Maya,03 1", '"Elie,03 2', ...names.map((name) => `${name},03 3`)].join("\n");
    const outcomes = await read(file);
    expect(summary(outcomes)).toEqual([[2, "Maya"], [3, "error"], ...names.map((name, index) => [index + 4, name])]);
  });

  it("does not wait for a quotation mark that comes thousands of rows later", async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `Guest ${index}`);
    const outcomes = await read(`name,phone\n"Elie,03 2\n${names.join("\n")}\n"Rita","03 4"`);
    expect(summary(outcomes)).toEqual([[2, "error"], ...names.map((name, index) => [index + 3, name]), [20_003, "Rita"]]);
  });

  it("loses only the rows whose quotation marks do not close, where each of them opens one", async () => {
    const rows = Array.from({ length: 15_000 }, () => 'x"y,"');
    const outcomes = await read(["name,phone", "Maya,03 1", ...rows, "Elie,03 2"].join("\n"));
    expect(summary(outcomes)).toEqual([[2, "Maya"], ...rows.map((_, index) => [index + 3, "error"]), [15_003, "Elie"]]);
  });

  it("does not take many empty rows for an open quotation mark", async () => {
    const outcomes = await read(`name,phone\n${'"",""\n'.repeat(30_000)}Maya,03 1`);
    expect(summary(outcomes)).toEqual([[30_002, "Maya"]]);
  });

  it("reports a row with more columns than the header instead of dropping them", async () => {
    const outcomes = await read("name,phone,address\nMaya,03 1,Main St, Jounieh\nElie,03 2,Batroun,,\nRita");
    expect(summary(outcomes)).toEqual([
      [2, "error"],
      [3, "Elie"],
      [4, "Rita"],
    ]);
  });
});

describe("what spreadsheets do to numbers", () => {
  it("takes away what keeps a number from being a formula, as our own exports have it", async () => {
    const file = 'name,phones,birthday\nMaya,\'+961 3 123456,\'--05-14\nElie,"=""03123456""",\n\'Rita,03 1,';
    expect(await people(file)).toMatchObject([{ phones: "+961 3 123456", birthday: "--05-14" }, { phones: "03123456" }, { name: "'Rita" }]);
  });

  it("reports a number that Excel has shortened: all of them would look like one guest", async () => {
    const outcomes = await read('name,phone\nMaya,9.61E+11\nElie,"9,613E+9"');
    expect(summary(outcomes)).toEqual([
      [2, "error"],
      [3, "error"],
    ]);
  });
});

describe("added_at", () => {
  it.each([
    ["2026-06-15T18:30:00Z", "2026-06-15T18:30:00.000Z"],
    ["2026-06-15T18:30:00.123456Z", "2026-06-15T18:30:00.123Z"],
    ["2026-06-15T18:30:00", "2026-06-15T18:30:00.000Z"],
    ["2026-06-15 18:30", "2026-06-15T18:30:00.000Z"],
    ["2026-06-15T18:30:00+03:00", "2026-06-15T15:30:00.000Z"],
    ["2026-06-15T18:30:00+0300", "2026-06-15T15:30:00.000Z"],
    ["2026-06-15", "2026-06-15T00:00:00.000Z"],
    ["", null],
  ])("reads %s", async (text, added_at) => {
    expect(await onlyPerson(`name,added_at\nMaya,${text}`)).toMatchObject({ added_at });
  });
});
