import { describe, expect, it } from "vitest";
import { birthdayBadge, daysToNextBirthday, formatBirthday, isLeapYear, parseBirthday } from "@/lib/birthdays";
import { addDays } from "@/lib/local-time";

describe("a birthday", () => {
  it.each([
    ["1985-05-14", "--05-14", 1985],
    ["--05-14", "--05-14", null],
    ["--0514", "--05-14", null],
    ["05-14", "--05-14", null],
    ["5-4", "--05-04", null],
    ["14/5", "--05-14", null],
    ["14/05/1985", "--05-14", 1985],
    ["4/5/1985", "--05-04", 1985],
    ["14/5/85", "--05-14", 1985],
    ["14/5/05", "--05-14", 2005],
    ["19850514", "--05-14", 1985],
    ["1985-05-14T00:00:00Z", "--05-14", 1985],
    [" 14/5 ", "--05-14", null],
    ["29/2", "--02-29", null],
    ["29/2/2000", "--02-29", 2000],
    ["1604-05-14", "--05-14", null],
    ["١٤/٥", "--05-14", null],
    ["۱۴/۵/۱۹۸۵", "--05-14", 1985],
    ["", "", null],
    ["  ", "", null],
  ])("%j is %j of %j", (text, birthday, birth_year) => {
    expect(parseBirthday(text)).toEqual({ birthday, birth_year });
  });

  it.each([
    "31/2",
    "30/2",
    "32/1",
    "0/5",
    "5/0",
    "13-01",
    "05/14",
    "2023-02-29",
    "29/2/2023",
    "29/2/1900",
    "14.5.1985",
    "May 14",
    "14/5/",
    "14/5/985",
    "1985-13-01",
    "--13-01",
    "0000-05-14",
    "tomorrow",
    "1/1/1/1",
  ])("is not %j", (text) => {
    expect(parseBirthday(text)).toBeNull();
  });

  it("is read again as it was stored", () => {
    for (let day = 0; day < 366; day++) {
      const date = addDays("2028-01-01", day);
      expect(parseBirthday(`--${date.slice(5)}`)).toEqual({ birthday: `--${date.slice(5)}`, birth_year: null });
      expect(parseBirthday(`${Number(date.slice(8))}/${Number(date.slice(5, 7))}/2028`)).toEqual({
        birthday: `--${date.slice(5)}`,
        birth_year: 2028,
      });
    }
  });

  it.each([
    ["--05-14", "14 May"],
    ["--02-29", "29 Feb"],
    ["", ""],
    ["unknown", "unknown"],
  ])("%j is shown as %j", (birthday, text) => {
    expect(formatBirthday(birthday)).toBe(text);
  });
});

describe("the badge", () => {
  it.each<[string, string, string | null, string]>([
    ["--11-20", "2026-11-20", "next-7-days", "today"],
    ["--11-27", "2026-11-20", "next-7-days", "in seven days"],
    ["--11-28", "2026-11-20", null, "in eight days"],
    ["--11-19", "2026-11-20", "last-month", "yesterday"],
    ["--10-21", "2026-11-20", "last-month", "thirty days ago"],
    ["--10-20", "2026-11-20", null, "thirty-one days ago"],
    ["--01-03", "2026-12-27", "next-7-days", "across New Year"],
    ["--01-04", "2026-12-27", null, "eight days across New Year"],
    ["--12-31", "2027-01-30", "last-month", "thirty days ago across New Year"],
    ["--12-30", "2027-01-30", null, "thirty-one days ago across New Year"],
    ["--02-29", "2027-02-28", "next-7-days", "celebrated on 28 February"],
    ["--02-29", "2027-02-21", "next-7-days", "seven days before that"],
    ["--02-29", "2027-03-01", "last-month", "the day after that"],
    ["--02-29", "2028-02-22", "next-7-days", "seven days before 29 February of a leap year"],
    ["--02-29", "2028-02-21", null, "eight days before it"],
    ["--02-29", "2028-02-28", "next-7-days", "the day before it"],
    ["--02-29", "2028-03-01", "last-month", "the day after it"],
    ["", "2026-11-20", null, "no birthday"],
    ["1985-11-20", "2026-11-20", null, "not as it is stored"],
  ])("of %j on %s is %j (%s)", (birthday, today, badge) => {
    expect(birthdayBadge(birthday, today)).toBe(badge);
  });

  it("comes eight times and thirty times in each year, for every birthday", () => {
    for (const year of [2026, 2027, 2028]) {
      for (const birthday of ["--01-01", "--02-28", "--02-29", "--03-01", "--07-15", "--12-31"]) {
        const days = Array.from({ length: isLeapYear(year) ? 366 : 365 }, (_, day) =>
          birthdayBadge(birthday, addDays(`${year}-01-01`, day)),
        );
        expect(days.filter((badge) => badge === "next-7-days")).toHaveLength(8);
        expect(days.filter((badge) => badge === "last-month")).toHaveLength(30);
      }
    }
  });

  it("counts down day by day", () => {
    for (let before = 0; before < 365; before++) expect(daysToNextBirthday("--07-15", addDays("2027-07-15", -before))).toBe(before);
    expect(daysToNextBirthday("--07-15", "2027-07-16")).toBe(365);
  });
});
