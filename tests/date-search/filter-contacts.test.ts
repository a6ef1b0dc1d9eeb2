import { describe, expect, it } from "vitest";
import { filterContacts } from "../../components/date-search/filter-contacts";
import type { DatedContact } from "../../lib/date-search/contract";
import { NOTHING_SAID } from "../../lib/guest-fields";

function contact(name: string, phones: string, company = ""): DatedContact {
  const added_at = "2026-11-20T19:40:00.000Z";
  return { ...NOTHING_SAID, id: name, store: "contacts", stores: ["contacts"], name, phones, company, added_at };
}
const people = [
  contact("Élodie Haddad", "+961 70 123 456", "Sea Sweet"),
  contact("جورج حدّاد", "03/123456"),
  contact("Nour Karam", "٧١ ٢٢٠ ٩٠١"),
];
const found = (filter: string) => filterContacts(people, filter).map((person) => person.name);

describe("the filter over the shown results", () => {
  it("shows everybody when it is empty", () => {
    expect(found("  ")).toHaveLength(3);
  });

  it("looks past accents, marks and case, word by word", () => {
    expect(found("elodie HADD")).toEqual(["Élodie Haddad"]);
    expect(found("حداد")).toEqual(["جورج حدّاد"]);
    expect(found("sweet elodie")).toEqual(["Élodie Haddad"]);
    expect(found("elodie karam")).toEqual([]);
  });

  it("finds digits however a phone was written", () => {
    expect(found("70123")).toEqual(["Élodie Haddad"]);
    expect(found("03 123")).toEqual(["جورج حدّاد"]);
    expect(found("71 220")).toEqual(["Nour Karam"]);
    expect(found("٧١٢٢٠")).toEqual(["Nour Karam"]);
  });
});
