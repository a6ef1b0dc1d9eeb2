import { beforeEach, expect, it } from "vitest";
import { birthdayRefused, birthdayWrong, readTypedBirthday } from "@/components/ui/typed-birthday";
import { clockAt } from "../support/clocks";

beforeEach(() => clockAt("2026-11-24T18:00:00Z"));

it.each([
  ["2/7", null, "--07-02", null],
  ["2/7", 1990, "--07-02", 1990],
  ["2/7/1985", 1990, "--07-02", 1985],
  ["29/2", 1990, "--02-29", null],
  ["29/2", 1992, "--02-29", 1992],
  ["", 1990, "", null],
  ["31/4", 1990, "31/4", 1990],
  ["1/1/1800", 1990, "1/1/1800", 1990],
  ["25/12/2026", 1990, "25/12/2026", 1990],
])("%j beside the year %j is held as %j of %j: what is no birthday stays as it was typed", (typed, known, birthday, birth_year) => {
  expect(readTypedBirthday(typed, known)).toEqual({ birthday, birth_year });
});

it("says what is wrong, and not how to write what was written well", () => {
  const said = (birthday: string) => birthdayWrong({ birthday, birth_year: null });
  expect(["14 May", "spring", "31/4", "1/1/1800", "25/12/2026"].map(said)).toEqual([
    null,
    "Write the day as 14/5 or 14 May",
    "This day does not exist",
    "This year is before 1900",
    "This day lies in the future",
  ]);
  expect(birthdayRefused({ birthday: "31/4", birth_year: null }, " of guest 2")).toBe("Birthday of guest 2: this day does not exist.");
});
