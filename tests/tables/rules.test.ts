import { describe, expect, it } from "vitest";
import { businessDayOf, endOfDayIsOpen } from "@/lib/business-day";
import { savedTableName } from "@/lib/tables/saved-table-name";

const BEIRUT = { timeZone: "Asia/Beirut", endOfDayAt: "23:15", dayEndsAt: "05:00" };

describe("the business day", () => {
  it.each([
    ["2026-11-20T10:00:00Z", "2026-11-20", "noon"],
    ["2026-11-20T21:59:59Z", "2026-11-20", "a second before midnight"],
    ["2026-11-20T22:40:00Z", "2026-11-20", "00:40 of the next date"],
    ["2026-11-21T02:59:59Z", "2026-11-20", "a second before 05:00"],
    ["2026-11-21T03:00:00Z", "2026-11-21", "05:00"],
    ["2026-12-31T22:40:00Z", "2026-12-31", "after midnight of New Year's Eve"],
    ["2028-02-29T22:40:00Z", "2028-02-29", "after midnight of a leap day"],
    // The night of 28 to 29 March 2026 has no 00:00: the clocks go from 23:59 to 01:00.
    ["2026-03-28T21:59:00Z", "2026-03-28", "before the clocks go forward"],
    ["2026-03-28T22:00:00Z", "2026-03-28", "after the clocks went forward"],
    ["2026-03-29T01:59:59Z", "2026-03-28", "04:59 of summer time"],
    ["2026-03-29T02:00:00Z", "2026-03-29", "05:00 of summer time"],
    // On 24 October 2026 the hour from 23:00 to 24:00 comes twice.
    ["2026-10-24T20:30:00Z", "2026-10-24", "the first half past eleven"],
    ["2026-10-24T21:30:00Z", "2026-10-24", "the second half past eleven"],
    ["2026-10-25T02:59:59Z", "2026-10-24", "04:59 of winter time"],
    ["2026-10-25T03:00:00Z", "2026-10-25", "05:00 of winter time"],
  ])("of %s is %s (%s)", (instant, day) => {
    expect(businessDayOf(new Date(instant), BEIRUT)).toBe(day);
  });
});

describe("End of Day", () => {
  it.each([
    ["2026-11-20T21:14:59Z", false, "23:14:59"],
    ["2026-11-20T21:15:00Z", true, "23:15"],
    ["2026-11-20T22:00:00Z", true, "midnight"],
    ["2026-11-21T02:59:59Z", true, "04:59:59"],
    ["2026-11-21T03:00:00Z", false, "05:00"],
    ["2026-11-21T10:00:00Z", false, "noon"],
    ["2026-10-24T20:14:00Z", false, "the first 23:14 of the night with two"],
    ["2026-10-24T20:15:00Z", true, "the first 23:15"],
    ["2026-10-24T21:05:00Z", true, "23:05 for the second time, when it has been 23:15 already"],
    ["2026-10-24T21:15:00Z", true, "the second 23:15"],
    ["2026-03-28T21:15:00Z", true, "23:15 before the clocks go forward"],
    ["2026-03-28T22:00:00Z", true, "01:00 after they did"],
  ])("at %s is open: %s (%s)", (instant, open) => {
    expect(endOfDayIsOpen(new Date(instant), BEIRUT)).toBe(open);
  });

  it("that is set after midnight closes when the day ends", () => {
    const late = { ...BEIRUT, endOfDayAt: "00:30" };
    expect(endOfDayIsOpen(new Date("2026-11-20T21:30:00Z"), late)).toBe(false);
    expect(endOfDayIsOpen(new Date("2026-11-20T22:30:00Z"), late)).toBe(true);
    expect(endOfDayIsOpen(new Date("2026-11-21T03:00:00Z"), late)).toBe(false);
  });
});

describe("the name of a table", () => {
  it("says the evening and the number, and counts the parties", () => {
    const taken = new Set<string>();
    const names = Array.from({ length: 3 }, () => {
      const name = savedTableName("2026-11-20", "12", (candidate) => taken.has(candidate));
      taken.add(name);
      return name;
    });
    expect(names).toEqual(["2026-11-20 table 12", "2026-11-20 table 12 (2)", "2026-11-20 table 12 (3)"]);
  });

  it.each([
    ["A/B", "2026-11-20 table A B"],
    ["#7?", "2026-11-20 table 7"],
    ["///", "2026-11-20 table -"],
    ["تراس ٣", "2026-11-20 table تراس ٣"],
  ])("of the number %j can stand in an address: %j", (number, name) => {
    expect(savedTableName("2026-11-20", number, () => false)).toBe(name);
  });
});
