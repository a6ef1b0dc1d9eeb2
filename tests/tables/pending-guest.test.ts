import { describe, expect, it } from "vitest";
import { BLANK_PENDING, completed, isTyped, withPending, withTyped } from "@/components/tables/pending-guest";
import { type Draft, newDraft, newGuest, type PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";

const INFO = { hostess: "Rima", waiter: "Karim", table_number: "12", branch: "jounieh", api_base: "http://127.0.0.1:8000/api" };
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

  it("is nobody when only a country was chosen", () => {
    const french = pendingOf({ country: "FR-33" });
    expect(isTyped(french)).toBe(false);
    expect(withPending(draftWith(french)).draft).toMatchObject({ guests: [{ name: "رامي خوري" }], pending: null });
    expect(withPending(draftWith(null)).draft?.guests).toHaveLength(1);
  });

  it("keeps the number of the chosen country", () => {
    expect(completed(pendingOf({ name: "Léa", phones: "06 71 12 34 56", country: "FR-33" }), []).fields?.phones).toBe("+33671123456");
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
