import { describe, expect, it } from "vitest";
import { type Fillable, gapsFilledBy } from "@/lib/merge-rule";

const NOTHING: Fillable = { name: "", email: "", company: "", title: "", birthday: "", birth_year: null, address: "" };
const ALL: Fillable = { name: "n", email: "e", company: "c", title: "t", birthday: "--05-14", birth_year: 1985, address: "a" };

describe("what a newer row fills in", () => {
  it.each<[string, Partial<Fillable>, Partial<Fillable>, Partial<Fillable> | null]>([
    ["everything that is empty", {}, ALL, ALL],
    ["nothing that is filled", ALL, { ...ALL, email: "other", company: "other", birthday: "--01-01", birth_year: 1990 }, null],
    ["nothing from a row that says nothing", {}, {}, null],
    ["one field beside filled ones", { company: "c" }, { company: "other", title: "t" }, { title: "t" }],
    ["the year of the same birthday", { birthday: "--05-14" }, { birthday: "--05-14", birth_year: 1985 }, { birth_year: 1985 }],
    ["no year of another birthday", { birthday: "--05-14" }, { birthday: "--05-15", birth_year: 1985 }, null],
    ["the year together with the day", {}, { birthday: "--05-14", birth_year: 1985 }, { birthday: "--05-14", birth_year: 1985 }],
    ["no other year", { birthday: "--05-14", birth_year: 1985 }, { birthday: "--05-14", birth_year: 1986 }, null],
  ])("%s", (_, known, newer, gaps) => {
    expect(gapsFilledBy({ ...NOTHING, ...known }, { ...NOTHING, ...newer })).toEqual(gaps);
  });
});
