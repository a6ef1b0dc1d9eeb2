import { describe, expect, it } from "vitest";
import { onlyPerson, read } from "./reading";

/** What a file's guests come in with, and which columns are told as left out. */
async function reading(file: string) {
  const leftOut = new Set<string>();
  const rows = await read(file, { sayLeftOut: (column) => leftOut.add(column) });
  return { people: rows.map((row) => ("person" in row ? row.person : row)), leftOut: [...leftOut].sort() };
}

const YAHOO =
  '"First","Middle","Last","Nickname","Email","Category","Distribution Lists","Messenger ID","Home","Work","Pager","Fax","Mobile","Other","Yahoo! Phone","Primary","Alternate Email 1","Alternate Email 2","Personal Website","Business Website","Title","Company","Work Address","Work City","Work State","Work ZIP","Work Country","Home Address","Home City","Home State","Home ZIP","Home Country","Birthday","Anniversary","Comments"';
const WINDOWS_DE =
  "Vorname;Nachname;2. Vorname;Name;Rufname;E-Mail-Adresse;Straße (privat);Ort (privat);Postleitzahl (privat);Bundesland (privat);Land/Region (privat);Rufnummer (privat);Fax (privat);Mobiltelefon;Webseite (privat);Straße (geschäftlich);Ort (geschäftlich);Postleitzahl (geschäftlich);Bundesland (geschäftlich);Land/Region (geschäftlich);Firmenwebseite;Rufnummer (geschäftlich);Fax (geschäftlich);Pager;Firma;Position;Abteilung;Büro;Kommentare";
const THUNDERBIRD_DE =
  "Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Messenger-Name,Tel. dienstlich,Tel. privat,Fax-Nummer,Pager-Nummer,Mobil-Tel.-Nr.,Privat: Adresse,Privat: Adresse 2,Privat: Ort,Privat: Bundesland,Privat: PLZ,Privat: Land,Dienstlich: Adresse,Dienstlich: Adresse 2,Dienstlich: Ort,Dienstlich: Bundesland,Dienstlich: PLZ,Dienstlich: Land,Arbeitstitel,Abteilung,Organisation,Webseite 1,Webseite 2,Geburtsjahr,Geburtsmonat,Geburtstag,Notizen";
const OUTLOOK_DE =
  '"Anrede","Vorname","Weitere Vornamen","Nachname","Suffix","Firma","Abteilung","Position","Straße geschäftlich","Ort geschäftlich","Postleitzahl geschäftlich","Land/Region geschäftlich","Straße privat","Ort privat","Postleitzahl privat","Land/Region privat","Fax geschäftlich","Telefon geschäftlich","Telefon privat","Mobiltelefon","Geburtstag","E-Mail-Adresse","Spitzname"';
const NOKIA =
  '"Title","First name","Middle name","Last name","Suffix","Job title","Company","Birthday","SIP address","Push-to-talk","Share view","User ID","Notes","General mobile","General phone","General e-mail","General fax","General video call","General web address","General VOIP address","General P.O.Box","General extension","General street","General postal/ZIP code","General city","General state/province","General country/region","Home mobile","Home phone","Business mobile"';

describe("programs that write CSV files", () => {
  it.each([
    [
      "a WhatsApp export tool",
      "Country Code,Country,Phone Number,Formatted Phone,Is My Contact,Saved Name,Public Name,Is Business,Labels\n961,Lebanon,9613213016,+961 3 213 016,Yes,Maya Khoury,mayouch,No,VIP\n",
      { name: "Maya Khoury", phones: "+9613213016", address: "Lebanon" },
      ["Is Business", "Is My Contact", "Labels", "Public Name"],
    ],
    [
      "a WhatsApp export tool, of a guest whom nobody saved",
      "Saved Name,Public Name,Country Code,Phone Number\n,Maya,AE,501234567\n",
      { name: "Maya", phones: "+971501234567" },
      [],
    ],
    [
      "Square",
      "Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Total Spend,Email Subscription Status,Instant Profile\n,Maya,Khoury,m@x.lb,'+9613213016,Mimi,MEA,Main St,Bldg 4,Jounieh,,1200,1985-05-14,tea,ABC,Directory,2024-01-02,2024-05-02,3,$12.00,subscribed,No\n",
      {
        name: "Maya Khoury",
        email: "m@x.lb",
        phones: "+9613213016",
        company: "MEA",
        address: "Main St, Bldg 4, Jounieh, 1200",
        birth_year: 1985,
      },
      [
        "Creation Source",
        "Email Subscription Status",
        "First Visit",
        "Instant Profile",
        "Last Visit",
        "Memo",
        "Nickname",
        "Square Customer ID",
        "Total Spend",
        "Transaction Count",
      ],
    ],
    [
      "Yahoo",
      `${YAHOO}\n"Maya","R.","Khoury","Mimi","m@x.lb","","","","01 234567","04 123456","","01 234568","03 213016","","","","n@x.lb","","","","Pilot","MEA","Airport","Beirut","","","Lebanon","Main St","Jounieh","","1200","Lebanon","5/5/1985","","tea"\n`,
      {
        name: "Maya R. Khoury",
        phones: "01 234567, 04 123456, fax 01 234568, 03 213016",
        email: "m@x.lb",
        company: "MEA",
        title: "Pilot",
        address: "Airport, Beirut, Lebanon",
        birthday: "--05-05",
      },
      ["Alternate Email 1", "Comments", "Home Address", "Home City", "Home Country", "Home ZIP", "Nickname"],
    ],
    [
      "German Windows Mail",
      `${WINDOWS_DE}\nMaya;Khoury;;Maya Khoury;Mimi;m@x.lb;Hauptstr. 4;Jounieh;1200;;Libanon;01 234567;01 234568;03 213016;;;;;;;;04 123456;;;MEA;Pilotin;Flug;;Tee\n`,
      {
        name: "Maya Khoury",
        email: "m@x.lb",
        phones: "01 234567, fax 01 234568, 03 213016, 04 123456",
        company: "MEA",
        title: "Pilotin",
        address: "Hauptstr. 4, Jounieh, 1200, Libanon",
      },
      ["Abteilung", "Kommentare", "Rufname"],
    ],
    [
      "German Thunderbird",
      `${THUNDERBIRD_DE}\nMaya,Khoury,Maya Khoury,Mimi,m@x.lb,n@x.lb,,04 123456,01 234567,01 234568,,03 213016,Hauptstr. 4,Haus 2,Jounieh,,1200,Libanon,,,,,,,Pilotin,,MEA,,,1985,5,14,Tee\n`,
      {
        name: "Maya Khoury",
        email: "m@x.lb",
        phones: "04 123456, 01 234567, fax 01 234568, 03 213016",
        company: "MEA",
        title: "Pilotin",
        address: "Hauptstr. 4, Haus 2, Jounieh, 1200, Libanon",
        birthday: "--05-14",
        birth_year: 1985,
      },
      ["Notizen", "Sekundäre E-Mail-Adresse", "Spitzname"],
    ],
    [
      "German Outlook",
      `${OUTLOOK_DE}\n"Frau","Maya","Rose","Khoury","","MEA","","Pilotin","","","","","Hauptstr. 4","Jounieh","1200","Libanon","01 234568","04 123456","01 234567","03 213016","14.05.1985","m@x.lb","Mimi"\n`,
      {
        name: "Frau Maya Rose Khoury",
        phones: "fax 01 234568, 04 123456, 01 234567, 03 213016",
        company: "MEA",
        title: "Pilotin",
        email: "m@x.lb",
        birthday: "--05-14",
        address: "Hauptstr. 4, Jounieh, 1200, Libanon",
      },
      ["Spitzname"],
    ],
    ["a German list", "Spitzname,Handynummer\nMimi,03 213016\n", { name: "Mimi", phones: "03 213016" }, []],
    [
      "Nokia Suite",
      `${NOKIA}\n"Mrs","Maya","","Khoury","","Pilot","MEA","14.05.1985","","","","","tea","03213016","01234567","m@x.lb","01234568","70213017","","","","","Main St","1200","Jounieh","","Lebanon","","",""\n`,
      {
        name: "Mrs Maya Khoury",
        phones: "03213016, 01234567, fax 01234568, 70213017",
        email: "m@x.lb",
        company: "MEA",
        title: "Pilot",
        birthday: "--05-14",
        address: "Main St, Jounieh, 1200, Lebanon",
      },
      ["Notes"],
    ],
    [
      "Netscape and Thunderbird",
      "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2,Home City,Home ZipCode,Home Country,Job Title,Organization\nMaya,Khoury,Maya Khoury,,m@x.lb,,01 234567,,,,03 213016,Main St,Bldg 4,Jounieh,1200,Lebanon,Pilot,MEA\n",
      {
        name: "Maya Khoury",
        phones: "01 234567, 03 213016",
        address: "Main St, Bldg 4, Jounieh, 1200, Lebanon",
        company: "MEA",
        title: "Pilot",
      },
      [],
    ],
    [
      "a program with camelCase headings",
      "firstName,lastName,mobilePhone,homePhone,emailAddress,birthDate,companyName,jobTitle,streetAddress,city,postalCode,whatsAppNumber\nMaya,Khoury,03 213016,01 234567,m@x.lb,1985-05-14,MEA,Pilot,Main St,Jounieh,1200,70 213017\n",
      {
        name: "Maya Khoury",
        phones: "03 213016, 01 234567, 70 213017",
        email: "m@x.lb",
        birthday: "--05-14",
        company: "MEA",
        title: "Pilot",
        address: "Main St, Jounieh, 1200",
      },
      [],
    ],
    [
      "another of them",
      "fullName,phoneNumber,dateOfBirth,HomeAddress1,HomeAddress2,HomeCity,HomeZip,preferredLanguage\nMaya Khoury,03 213016,1985-05-14,Main St,Bldg 4,Jounieh,1200,French\n",
      { name: "Maya Khoury", phones: "03 213016", birthday: "--05-14", address: "Main St, Bldg 4, Jounieh, 1200", language: "fr" },
      [],
    ],
    [
      "a bilingual form",
      "الاسم / Name,رقم الهاتف Phone,Company الشركة,البريد الإلكتروني / Email,Birthday (تاريخ الميلاد),العنوان - Address,المسمى الوظيفي / Title,Notes ملاحظات\nمايا خوري,03 213016,MEA,m@x.lb,14/5/1985,جونيه,Pilot,tea\n",
      { name: "مايا خوري", phones: "03 213016", company: "MEA", email: "m@x.lb", birthday: "--05-14", address: "جونيه", title: "Pilot" },
      ["Notes ملاحظات"],
    ],
    [
      "a bilingual form with parts",
      'الاسم الأول / First Name,الشهرة - Last Name,"Mobile\nموبايل",City المدينة,Société / Company,Date of birth / Date de naissance\nMaya,Khoury,03 213016,Jounieh,MEA,14/5/1985\n',
      { name: "Maya Khoury", phones: "03 213016", address: "Jounieh", company: "MEA", birthday: "--05-14" },
      [],
    ],
  ])("%s", async (_, file, person, leftOut) => {
    const { people, leftOut: said } = await reading(file);
    expect(people).toHaveLength(1);
    expect(people[0]).toMatchObject(person);
    expect(said).toEqual(leftOut);
  });

  it.each(["Name of the spouse الاسم", "Phone / الزوج", "Company / الاسم", "spousePhone", "assistantName", "Home", "eMailType"])(
    "%s is none that is known",
    async (heading) => {
      const { people, leftOut } = await reading(`name,phone,"${heading}"\nMaya,03 213016,x1\n`);
      expect(people).toMatchObject([{ name: "Maya", phones: "03 213016" }]);
      expect(leftOut).toEqual([heading]);
    },
  );
});

describe("Nokia's and Symbian's cards", () => {
  const nokia = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:2.1", "REV:20091214T091343Z", ...lines, "END:VCARD", ""].join("\r\n");

  it("are read with their fields of many parameters", async () => {
    const file = nokia(
      "N;ENCODING=8BIT;CHARSET=UTF-8:Khoury;Maya;Rose;Mrs.",
      "FN;ENCODING=8BIT;CHARSET=UTF-8:",
      "BDAY:19850514",
      "TEL;PREF;CELL;VOICE;ENCODING=8BIT:+9613213016",
      "TEL;HOME;VIDEO:70213017",
      "TEL;WORK;FAX:01234568",
      "EMAIL;INTERNET;HOME;ENCODING=8BIT:m@x.lb",
      "ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Main St=2C Bldg 4;Jounieh;;1200;Lebanon",
      "ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9;Sales",
    );
    expect(await onlyPerson(file)).toMatchObject({
      name: "Mrs. Maya Rose Khoury",
      phones: "+9613213016, 70213017, fax 01234568",
      email: "m@x.lb",
      address: "Main St, Bldg 4, Jounieh, 1200, Lebanon",
      company: "Café",
      birthday: "--05-14",
    });
  });

  it.each(["X-EPOCSECONDNAME", "X-NICKNAME"])("%s is a nickname", async (name) => {
    expect(await onlyPerson(nokia("N:;;;;", `${name}:Mimi`, "TEL:03 213016"))).toMatchObject({ name: "Mimi" });
    const { people, leftOut } = await reading(nokia("N:Khoury;Maya", `${name};CHARSET=UTF-8:Mimi`, "TEL:03 213016"));
    expect(people).toMatchObject([{ name: "Maya Khoury" }]);
    expect(leftOut).toEqual(["NICKNAME"]);
  });
});
