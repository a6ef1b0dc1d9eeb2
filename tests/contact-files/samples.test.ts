import { describe, expect, it } from "vitest";
import { people, read, sample, summary } from "./reading";

describe("real exports", () => {
  it("reads Gmail's card: folded lines, escaped commas, an address in one field", async () => {
    expect(await people(sample("John_Doe_GMAIL.vcf"))).toEqual([
      {
        name: "Mr. John Richter, James Doe Sr.",
        phones: "905-555-1234, 905-666-1234",
        email: "john.doe@ibm.com",
        company: "IBM",
        title: "Money Counter",
        birthday: "--03-22",
        birth_year: 1980,
        address: "Crescent moon drive, 555-asd, Nice Area, Albaney, New York 12345, United States of America",
        language: "",
        likes: "",
        tags: "",
        allergies: "",
        also: "",
        added_at: null,
      },
    ]);
  });

  it("reads the Mac's address book: grouped properties, seven numbers, a photo, the preferred address", async () => {
    const [person] = await people(sample("John_Doe_MAC_ADDRESS_BOOK.vcf"));
    expect(person).toMatchObject({
      name: "Mr. John Richter,James Doe Sr.",
      phones: "905-777-1234, 905-666-1234, 905-555-1234, fax 905-888-1234, fax 905-999-1234, pager 905-111-1234, 905-222-1234",
      email: "john.doe@ibm.com",
      company: "IBM",
      birthday: "--06-06",
      birth_year: 2012,
      address: "Silicon Alley 5, New York, New York, 12345, United States of America",
    });
  });

  it("reads Android's vCard 2.1: quoted-printable with soft line breaks, cards with nothing but an e-mail", async () => {
    const outcomes = await read(sample("John_Doe_ANDROID.vcf"));
    expect(summary(outcomes)).toEqual([
      [1, "error"],
      [6, "error"],
      [11, "Ñ Ñ Ñ Ñ Ñ"],
      [18, "Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ"],
      [36, "Ñ Ñ Ñ Ñ"],
      [71, "ÑÑÑÑ"],
    ]);
    expect(outcomes[3]).toMatchObject({ person: { phones: "123456, 234567, 3456789, 45678901" } });
    expect(outcomes[4]).toMatchObject({ person: { phones: "123456", email: "bob@company.com", company: "Ñ".repeat(12) } });
  });

  it("reads the cards of RFC 2426, a list without a line end, and a card with a custom phone", async () => {
    const [frank, tim] = await people(sample("rfc2426-example.vcf"));
    expect(frank).toMatchObject({
      name: "Frank Dawson",
      email: "Frank_Dawson@Lotus.com",
      company: "Lotus Development Corporation",
      address: "6544 Battleford Drive, Raleigh, NC, 27613-3502, U.S.A.",
    });
    expect(tim).toMatchObject({ address: "501 E. Middlefield Rd., Mountain View, CA, 94043, U.S.A." });
    expect(summary(await read(sample("gmail-list.vcf")))).toEqual([
      [1, "Arnold Smith"],
      [7, "Chris Beatle"],
      [13, "Doug White"],
    ]);
    expect((await people(sample("gmail-single.vcf")))[0]).toMatchObject({
      phones: "555 555 1111, 555 555 2222",
      birthday: "--09-10",
      birth_year: 1960,
      address: "123 Home St, Home City, HM 12345",
    });
  });
});
