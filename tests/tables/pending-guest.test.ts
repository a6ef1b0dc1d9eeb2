import { describe, expect, it } from "vitest";
import { ANSWER_FIRST, BLANK_PENDING, CHECK_FIRST, completed, isTyped, withPending, withTyped } from "@/components/tables/pending-guest";
import { type Draft, newDraft, newGuest, type PendingGuest } from "@/lib/drafts";
import { readPhones } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";

const INFO = {
  hostess: "Rima",
  waiter: "Karim",
  table_number: "12",
  party_size: "",
  branch: "jounieh",
  api_base: "http://127.0.0.1:8000/api",
};
const pendingOf = (fields: Partial<PendingGuest>): PendingGuest => ({ ...BLANK_PENDING, ...fields });
const draftWith = (pending: PendingGuest | null): Draft => ({
  ...newDraft(INFO),
  guests: [newGuest({ name: "رامي خوري", phones: "03 123456" })],
  pending,
});

describe("a guest who stands in the form when the table is saved", () => {
  it("is saved with it, as if Add had been pressed", () => {
    const { draft } = withPending(draftWith(pendingOf({ name: " Ziad Sarkis ", phones: "71 222 333", company: "Touch" })));
    expect(draft?.guests.map(({ name, phones, company }) => [name, phones, company])).toEqual([
      ["رامي خوري", "03 123456", ""],
      ["Ziad Sarkis", "96171222333", "Touch"],
    ]);
    expect(draft?.pending).toBeNull();
  });

  it("holds the save up when the name or the phone is missing, or when the phone is at the table already", () => {
    for (const fields of [{ name: "Ziad" }, { phones: "71 222 333" }, { company: "Touch" }]) {
      expect(withPending(draftWith(pendingOf(fields)))).toEqual({ draft: null, problem: TABLE_TEXTS.nameAndPhone });
    }
    expect(withPending(draftWith(pendingOf({ name: "Rami", phones: "+961 3 123 456" })))).toEqual({
      draft: null,
      problem: TABLE_TEXTS.duplicate,
    });
  });

  it("holds the save up with a birthday that is none, which nothing else replaces", () => {
    const wrong = pendingOf({ name: "Ziad", phones: "71 222 333", birthday: "31/4", birth_year: 1990 });
    expect(completed(wrong, [])).toEqual({ fields: null, problem: "Birthday: this day does not exist.", field: "birthday" });
    expect(withPending(draftWith(wrong)).draft).toBeNull();
  });

  it("is nobody when only a country was chosen", () => {
    const french = pendingOf({ country: "FR-33" });
    expect(isTyped(french)).toBe(false);
    expect(withPending(draftWith(french)).draft).toMatchObject({ guests: [{ name: "رامي خوري" }], pending: null });
    expect(withPending(draftWith(null)).draft?.guests).toHaveLength(1);
  });

  it.each([
    ["06 71 12 34 56", "FR-33", "33671123456"],
    ["+33 6 71 12 34 56", "LB-961", "33671123456"],
    ["03 123 456", "LB-961", "9613123456"],
    ["+961 3 123 456", "FR-33", "9613123456"],
    ["242 322 1234", "BS-1242", "12423221234"],
  ])("%j of %s is kept as digits with the country code, and read as the same number again", (phones, country, saved) => {
    expect(completed(pendingOf({ name: "Léa", phones, country }), []).fields?.phones).toBe(saved);
    expect(readPhones(saved)[0]).toMatchObject({ digits: saved, key: saved.slice(-8) });
  });

  it.each([
    ["03 123 457 / 71 234 567", "9613123457, 96171234567", ANSWER_FIRST],
    ["123", "961123", CHECK_FIRST],
    ["04 123456 ext 5", "9614123456 ext 5", ANSWER_FIRST],
  ])("is asked about %j before it is kept, and then it is %j", (phones, saved, problem) => {
    const asked = pendingOf({ name: "Ziad", phones });
    expect(completed(asked, [])).toMatchObject({ fields: null, problem });
    expect(withPending(draftWith(asked))).toEqual({ draft: null, problem });
    expect(completed({ ...asked, agreed: phones }, []).fields?.phones).toBe(saved);
    expect(completed({ ...asked, agreed: `${phones}1` }, []).problem).toBe(problem);
  });
});

describe("what is typed into the search box", () => {
  it("goes on with the guest in the form where a field is empty, and never over what stands there", () => {
    expect(withTyped(null, "Ziad Sarkis")).toMatchObject({ name: "Ziad Sarkis", phones: "" });
    const named = withTyped(pendingOf({ name: "Ziad Sarkis", birthday: "--05-14" }), "71 222 333");
    expect(named).toMatchObject({ name: "Ziad Sarkis", phones: "71 222 333", birthday: "--05-14" });
    expect(withTyped(named, "Hala")).toEqual(named);
    expect(withTyped(named, "03 999 888")).toEqual(named);
  });
});
