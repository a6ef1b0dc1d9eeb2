import { describe, expect, it } from "vitest";
import { onlyPerson, people, read } from "./reading";

/** The guest of a file of one row. */
const guest = (header: string, row: string) => onlyPerson(`${header}\n${row}\n`);

describe("headings that people write themselves", () => {
  it.each([
    "Mobile No",
    "Mobile No.",
    "Phone 1",
    "Phone1",
    "Tel2",
    "Client Phone",
    "Customer Mobile Number",
    "Guest's phone",
    "Phone (with country code)",
    "Contact No",
    "SMS",
    "WhatsApp Number",
    "Cell #",
    "Téléphone portable",
    "Téléphone (domicile)",
    "Tél. bureau",
    "N° de téléphone",
    "Numéro de portable",
    "Tel/Fax",
    "رقم الموبايل",
    "رقم هاتف الزبون",
    "رقم الواتساب",
    "هاتف المنزل",
    "التليفون",
  ])("%s holds phones", async (heading) => {
    expect(await guest(`name,"${heading}"`, "Maya,03 123456")).toMatchObject({ name: "Maya", phones: "03 123456" });
  });

  it.each([
    "Phone Type",
    "Phone Model",
    "SMS opt-in",
    "Country Code",
    "Spouse Phone",
    "Assistant's Phone",
    "Company Main Phone",
    "Tel Aviv",
  ])("%s holds none", async (heading) => {
    expect(await guest(`name,phone,"${heading}"`, "Maya,03 123456,71 222333")).toMatchObject({ phones: "03 123456" });
  });

  it.each(["Fax professionnel", "Numéro de fax", "Fax No", "رقم الفاكس", "Home Fax Number"])(
    "%s is no phone of a person",
    async (heading) => {
      expect(await guest(`name,"${heading}"`, "Maya,01 234567")).toMatchObject({ phones: "fax 01 234567" });
      expect(await read(`name,"${heading}"\n,01 234567\n`)).toEqual([
        { line: 2, reason: expect.stringContaining("neither a name nor a phone") },
      ]);
    },
  );

  it.each(["Primary Email", "Email 1", "E-mail (work)", "Adresse mail", "Client e-mail", "Adresse électronique", "بريد الزبون الالكتروني"])(
    "%s holds the email",
    async (heading) => {
      expect(await guest(`name,"${heading}"`, "Maya,m@x.lb")).toMatchObject({ email: "m@x.lb" });
    },
  );

  it.each([
    "Nom et prénom",
    "Nom & Prénom",
    "Prénom et nom",
    "Client Name",
    "Nom du client",
    "Customer's full name",
    "اسم العميل",
    "الاسم الثلاثي",
  ])("%s holds the name", async (heading) => {
    expect(await guest(`"${heading}",phone`, "Maya Khoury,03 1")).toMatchObject({ name: "Maya Khoury" });
  });

  it.each([
    ["FNAME,LNAME", "Maya,Khoury"],
    ["First,Last", "Maya,Khoury"],
    ["Customer First Name,Customer Last Name", "Maya,Khoury"],
    ["First Name,Name", "Maya,Khoury"],
    ["Name,First Name", "Khoury,Maya"],
    ["Name,First Name", "Maya Khoury,Maya"],
    ["First Name,Name", "Maya,Maya Khoury"],
    ["Prénom du client,Nom du client", "Maya,Khoury"],
  ])("%s make one name of %s", async (header, row) => {
    expect(await guest(`${header},phone`, `${row},03 1`)).toMatchObject({ name: "Maya Khoury" });
  });

  it.each(["D.O.B.", "DOB", "Birth Day", "Guest Birthday", "Date Of Birth (DD/MM/YYYY)", "Né(e) le", "تاريخ ميلاد الزبون"])(
    "%s holds the birthday",
    async (heading) => {
      expect(await guest(`name,"${heading}"`, "Maya,14/5/1985")).toMatchObject({ birthday: "--05-14", birth_year: 1985 });
    },
  );

  it.each([
    ["Birth Day,Birth Month,Birth Year", "14,5,1985"],
    ["Birth Year,Birth Month,Birth Day", "1985,May,14"],
    ["Birthday (day),Birthday (month),Birthday (year)", "14,05,1985"],
    ["Jour de naissance,Mois de naissance,Année de naissance", "14,mai,1985"],
    ["يوم الميلاد,شهر الميلاد,سنة الميلاد", "١٤,٥,١٩٨٥"],
  ])("%s are one birthday", async (header, row) => {
    expect(await guest(`name,${header}`, `Maya,${row}`)).toMatchObject({ birthday: "--05-14", birth_year: 1985 });
  });

  it("reads a town and a street that have French or Arabic headings", async () => {
    expect(await guest("Nom complet,Rue,Ville,Pays", "Maya,Main St,Jounieh,Liban")).toMatchObject({ address: "Main St, Jounieh, Liban" });
    expect(await guest("الاسم,المدينة,الشارع", "مايا,جونيه,الرئيسي")).toMatchObject({ address: "الرئيسي, جونيه" });
  });

  it("do not take a company's, a waiter's or a table's name for the guest's", async () => {
    expect(await people("Company Name,Waiter Name,Table name,Nickname,phone\nMEA,Ziad,5,Mimi,03 1\n")).toMatchObject([
      { name: "Mimi", company: "MEA" },
    ]);
  });
});

describe("numbers as spreadsheets and people write them", () => {
  it.each([
    ["9613102009.0", "9613102009"],
    ["3102009.00", "3102009"],
    ["'03102005", "03102005"],
    ["’03102005", "03102005"],
    ["03 102 010 ext 12", "03 102 010 ext 12"],
  ])("%s is %s", async (typed, phones) => {
    expect(await guest("name,phone", `Maya,${typed}`)).toMatchObject({ phones });
  });
});
