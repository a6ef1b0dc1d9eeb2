import { describe, expect, it } from "vitest";
import { addDays, dayRange, localDate, localTime } from "@/lib/local-time";

const BEIRUT = "Asia/Beirut";

const ZONES = [
  BEIRUT,
  "Europe/Paris",
  "America/New_York",
  "America/Santiago",
  "America/Havana",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Asia/Manila",
  "Africa/Monrovia",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "UTC",
];

/** The first instant that a store's text can hold no more: such texts have years of four digits. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** A date of the years 1 to 9999 for each number, spread over all of them in an order without a pattern. */
function dateAt(index: number): string {
  const days = 3_652_059;
  return addDays("0001-01-01", (index * 1_664_525 + 1_013_904_223) % days);
}

describe("an instant", () => {
  it.each([
    ["2026-11-20T21:59:59Z", BEIRUT, "2026-11-20", "23:59"],
    ["2026-11-20T22:00:00Z", BEIRUT, "2026-11-21", "00:00"],
    ["2026-07-01T21:00:00Z", BEIRUT, "2026-07-02", "00:00"],
    ["2026-03-28T22:00:00Z", BEIRUT, "2026-03-29", "01:00"],
    ["2026-10-24T20:59:59Z", BEIRUT, "2026-10-24", "23:59"],
    ["2026-10-24T21:00:00Z", BEIRUT, "2026-10-24", "23:00"],
    ["2026-12-31T23:00:00Z", "Pacific/Kiritimati", "2027-01-01", "13:00"],
    ["0999-06-01T12:00:00Z", "UTC", "0999-06-01", "12:00"],
  ])("%s is in %s the date %s, at %s", (instant, zone, date, time) => {
    expect([localDate(new Date(instant), zone), localTime(new Date(instant), zone)]).toEqual([date, time]);
  });
});

it("one instant is another time in each zone that is asked for", () => {
  const instant = new Date("2026-11-20T22:30:00Z");
  expect([BEIRUT, "UTC", "Asia/Kathmandu"].map((zone) => localTime(instant, zone))).toEqual(["00:30", "22:30", "04:15"]);
});

describe("a date", () => {
  it.each([
    ["2026-11-20", "2026-11-19T22:00:00.000Z", "2026-11-20T22:00:00.000Z", "a day of winter"],
    ["2026-07-01", "2026-06-30T21:00:00.000Z", "2026-07-01T21:00:00.000Z", "a day of summer"],
    ["2026-03-28", "2026-03-27T22:00:00.000Z", "2026-03-28T22:00:00.000Z", "the day before the clocks go forward"],
    ["2026-03-29", "2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z", "the day of 23 hours, which begins at 01:00"],
    ["2026-10-24", "2026-10-23T21:00:00.000Z", "2026-10-24T22:00:00.000Z", "the day of 25 hours"],
    ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:00:00.000Z", "the day after it"],
  ])("%s in Beirut is from %s to %s (%s)", (date, from, to) => {
    const range = dayRange(date, BEIRUT);
    expect([range.from.toISOString(), range.to.toISOString()]).toEqual([from, to]);
  });

  it.each([
    BEIRUT,
    "Europe/Paris",
    "America/New_York",
    "America/Santiago",
    "America/Havana",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "UTC",
  ])("in %s ends where the next one begins, and holds its own instants only", (zone) => {
    for (let day = 0; day < 366; day++) {
      const date = addDays("2026-01-01", day);
      const { from, to } = dayRange(date, zone);
      expect(dayRange(addDays(date, 1), zone).from).toEqual(to);
      expect([localDate(from, zone), localDate(new Date(to.getTime() - 1), zone)]).toEqual([date, date]);
      expect(localDate(new Date(from.getTime() - 1), zone)).toBe(addDays(date, -1));
      expect((to.getTime() - from.getTime()) / 3_600_000).toBeGreaterThanOrEqual(23);
      expect((to.getTime() - from.getTime()) / 3_600_000).toBeLessThanOrEqual(25);
    }
  });

  it.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-01-01", -1, "2026-12-31"],
    ["2026-03-28", 2, "2026-03-30"],
    ["2026-01-01", 0, "2026-01-01"],
    ["0001-01-01", -1, "0000-12-31"],
    ["0000-12-31", 1, "0001-01-01"],
    ["0099-12-31", 1, "0100-01-01"],
    ["9999-12-30", 1, "9999-12-31"],
    ["9999-12-31", -1, "9999-12-30"],
  ])("%s and %i days is %s", (date, days, later) => {
    expect(addDays(date, days)).toBe(later);
  });

  it.each(ZONES)("of any year in %s begins where the one before it ends, and holds its own instants only", (zone) => {
    const ends = ["0001-01-01", "0001-12-31", "0099-12-31", "0100-01-01", "1582-10-10", "9998-12-31", "9999-12-30", "9999-12-31"];
    const dates = [...ends, ...Array.from({ length: 300 }, (_, index) => dateAt(index))];
    for (const date of dates) {
      const { from, to } = dayRange(date, zone);
      const hours = (to.getTime() - from.getTime()) / 3_600_000;
      expect({ date, ordered: hours >= 0, short: hours <= 48 }).toEqual({ date, ordered: true, short: true });
      if (hours > 0) expect([date, localDate(from, zone), localDate(new Date(to.getTime() - 1), zone)]).toEqual([date, date, date]);
      if (date !== "0001-01-01") expect(dayRange(addDays(date, -1), zone).to).toEqual(from);
      expect(to.getTime()).toBeLessThanOrEqual(LAST);
    }
  });

  it.each([
    ["2011-12-30", "Pacific/Apia", 0, "a date that the island left out"],
    ["1844-12-31", "Asia/Manila", 0, "a date that the islands left out"],
    ["1986-01-01", "Asia/Kathmandu", 23.75, "a day that began at 00:15"],
    ["1972-01-07", "Africa/Monrovia", 24 - 44.5 / 60, "a day that began at 00:44:30"],
    ["2026-03-29", BEIRUT, 23, "a day that began at 01:00"],
    ["2026-11-01", "America/Havana", 25, "a day whose midnight comes twice"],
  ])("%s in %s has %d hours: %s", (date, zone, hours) => {
    const { from, to } = dayRange(date, zone);
    expect((to.getTime() - from.getTime()) / 3_600_000).toBeCloseTo(hours, 6);
    expect(dayRange(addDays(date, 1), zone).from).toEqual(to);
    expect(dayRange(addDays(date, -1), zone).to).toEqual(from);
  });

  it("has bounds whose texts have the order of time", () => {
    for (const date of ["0001-01-01", "9999-12-31"])
      for (const zone of ZONES) {
        const { from, to } = dayRange(date, zone);
        expect(from.toISOString() < to.toISOString()).toBe(true);
      }
  });
});
