import { describe, expect, it } from "vitest";
import { addDays, dayRange, localDate, localTime } from "@/lib/local-time";

const BEIRUT = "Asia/Beirut";

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
  ])("%s and %i days is %s", (date, days, later) => {
    expect(addDays(date, days)).toBe(later);
  });
});
