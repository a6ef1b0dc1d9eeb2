import { beforeEach, describe, expect, it } from "vitest";
import {
  birthdayBadge,
  birthdayFault,
  birthdayProblem,
  daysToNextBirthday,
  formatBirthday,
  isLeapYear,
  parseBirthday,
} from "@/lib/birthday-dates";
import { addDays } from "@/lib/local-time";
import { clockAt } from "./support/clocks";

// In Beirut it is the 21st already.
beforeEach(() => clockAt("2026-11-20T22:30:00Z"));

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
    ["14.5.1985", "--05-14", 1985],
    ["14.05.85", "--05-14", 1985],
    ["14.5.", "--05-14", null],
    ["14 May 1990", "--05-14", 1990],
    ["May 14", "--05-14", null],
    ["may 14th, 1990", "--05-14", 1990],
    ["14 mai", "--05-14", null],
    ["1er août 1988", "--08-01", 1988],
    ["le 1ER AOUT", "--08-01", null],
    ["3 févr. 70", "--02-03", 1970],
    ["3 DÉCEMBRE 1970", "--12-03", 1970],
    ["Sept. 9", "--09-09", null],
    ["9 Sep", "--09-09", null],
    ["22nd of June 2001", "--06-22", 2001],
    ["14-May-1990", "--05-14", 1990],
    ["14May1990", "--05-14", 1990],
    ["1990 May 14", "--05-14", 1990],
    ["29 Feb 2000", "--02-29", 2000],
    ["١٤ أيار", "--05-14", null],
    ["١٤ ايار ١٩٩٠", "--05-14", 1990],
    ["14 مايو 1990", "--05-14", 1990],
    ["٣ كانون الثاني", "--01-03", null],
    ["٣ كانون الأول ١٩٨٥", "--12-03", 1985],
    ["5 تشرين الاول", "--10-05", null],
    ["5 تشرين ثاني 1999", "--11-05", 1999],
    ["١ آب", "--08-01", null],
    ["1 أغسطس", "--08-01", null],
    ["٧ يونيه", "--06-07", null],
    ["21/11/26", "--11-21", 2026],
    ["22/11/26", "--11-22", 1926],
    ["2026-11-21", "--11-21", 2026],
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
    "32.5.1985",
    "31 June",
    "29 Feb 2023",
    "14 Mai 1990 15",
    "May 1990",
    "May",
    "14 Maya",
    "14 5 mai",
    "mai mai 14",
    "14 كانون",
    "2026-11-22",
    "22/11/2026",
    "1 Dec 2026",
    "2099-01-01",
    "29/2/2028",
    "9999-12-31",
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

  it.each([
    ...["January", "JAN", "janvier", "Janv.", "كانون الثاني", "يناير"].map((name) => [name, 1] as const),
    ...["february", "feb", "fév", "Février", "شباط", "فبراير"].map((name) => [name, 2] as const),
    ...["march", "mar", "mars", "آذار", "اذار", "مارس"].map((name) => [name, 3] as const),
    ...["april", "apr", "avril", "avr.", "نيسان", "أبريل", "إبريل", "ابريل"].map((name) => [name, 4] as const),
    ...["may", "mai", "أيّار", "أيار", "مايو"].map((name) => [name, 5] as const),
    ...["june", "jun", "juin", "حزيران", "يونيو"].map((name) => [name, 6] as const),
    ...["july", "jul", "juillet", "juil.", "تموز", "يوليو", "يوليه"].map((name) => [name, 7] as const),
    ...["august", "aug", "août", "aout", "آب", "أغسطس"].map((name) => [name, 8] as const),
    ...["september", "sept.", "sep", "septembre", "أيلول", "ايلول", "سبتمبر"].map((name) => [name, 9] as const),
    ...["october", "oct", "octobre", "تشرين الأول", "أكتوبر", "اكتوبر"].map((name) => [name, 10] as const),
    ...["november", "nov", "novembre", "تشرين الثاني", "نوفمبر"].map((name) => [name, 11] as const),
    ...["december", "dec.", "décembre", "déc.", "كانون الأول", "ديسمبر"].map((name) => [name, 12] as const),
  ])("knows the month %s", (name, month) => {
    const birthday = `--${String(month).padStart(2, "0")}-09`;
    expect(parseBirthday(`9 ${name}`)).toEqual({ birthday, birth_year: null });
    expect(parseBirthday(`09 ${name} 1990`)).toEqual({ birthday, birth_year: 1990 });
  });

  it("says what is wrong with one, and how to write it", () => {
    expect(birthdayProblem("14 May")).toBeNull();
    expect(birthdayProblem("")).toBeNull();
    expect(birthdayProblem("spring")).toBe("The birthday was not understood. Write it as day/month, for example 14/5, or as 14 May 1985.");
    expect(birthdayProblem("22/11/2026")).toBe(
      "This birthday lies in the future. Write the year of birth, for example 14/5/1985, or leave the year out.",
    );
  });

  it.each([
    ["", null],
    ["14/5/1990", null],
    ["1/1/1900", null],
    ["spring", "unreadable"],
    ["05/14", "unreadable"],
    ["14/5/985", "unreadable"],
    ["31/4", "no-such-day"],
    ["0/5", "no-such-day"],
    ["29/2/2023", "no-such-day"],
    ["31 June", "no-such-day"],
    ["1990-02-30", "no-such-day"],
    ["1/1/1800", "too-early"],
    ["1604-05-14", "too-early"],
    ["25/12/2026", "ahead"],
    ["1/1/2090", "ahead"],
  ])("of a form, %j is wrong as %j", (birthday, fault) => {
    expect(birthdayFault({ birthday, birth_year: 1990 })).toBe(fault);
  });

  it("of a form lies in the future by the year that stands beside it too", () => {
    expect(birthdayFault({ birthday: "--12-25", birth_year: 2026 })).toBe("ahead");
    expect(birthdayFault({ birthday: "--11-21", birth_year: 2026 })).toBeNull();
  });

  it("is read month first only where that is said", () => {
    expect(parseBirthday("5/14/1985", { order: "mdy" })).toEqual({ birthday: "--05-14", birth_year: 1985 });
    expect(parseBirthday("4/5", { order: "mdy" })).toEqual({ birthday: "--04-05", birth_year: null });
    expect(parseBirthday("14/5/1985", { order: "mdy" })).toBeNull();
    expect(parseBirthday("14.5.1985", { order: "mdy" })).toEqual({ birthday: "--05-14", birth_year: 1985 });
  });

  it("is read again as it was stored", () => {
    for (let day = 0; day < 366; day++) {
      const date = addDays("2028-01-01", day);
      expect(parseBirthday(`--${date.slice(5)}`)).toEqual({ birthday: `--${date.slice(5)}`, birth_year: null });
      expect(parseBirthday(`${Number(date.slice(8))}/${Number(date.slice(5, 7))}/2024`)).toEqual({
        birthday: `--${date.slice(5)}`,
        birth_year: 2024,
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
