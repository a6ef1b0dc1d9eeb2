import { describe, expect, it } from "vitest";
import { oncePerGuest } from "@/components/feed/once-per-guest";

const guest = (name: string, digits: string, birthday = "--11-20") => ({
  name,
  phones: digits,
  birthday,
  numbers: digits === "" ? [] : [{ shown: `+${digits}`, digits }],
});
const lines = (...seats: [ReturnType<typeof guest>, string][]) =>
  oncePerGuest(seats.map(([one, place]) => ({ guest: one, table: place, branch: "jounieh", place }))).map(
    (one) => `${one.guest.name}: ${one.places.join(", ")}`,
  );

describe("tonight's guests, each once", () => {
  it("names both tables of a guest who sits at two, however the name is written there", () => {
    const maya = guest("Maya Khoury", "9613111111");
    expect(lines([maya, "Table 1"], [guest("Rami", "9613222222"), "Table 1"], [guest("maya k.", "9613111111"), "Table 7"])).toEqual([
      "Maya Khoury: Table 1, Table 7",
      "Rami: Table 1",
    ]);
  });

  it("knows a guest without a number by name and birthday, and nobody else", () => {
    expect(lines([guest("Élodie", ""), "Table 1"], [guest("elodie", ""), "Table 2"], [guest("Elodie", "", "--11-21"), "Table 3"])).toEqual([
      "Élodie: Table 1, Table 2",
      "Elodie: Table 3",
    ]);
  });

  it("leaves a family of one number apart, and twins at one table", () => {
    const [mother, son] = [guest("Rima", "9613111111"), guest("Jad", "9613111111", "--11-22")];
    expect(lines([mother, "Table 1"], [son, "Table 2"])).toHaveLength(2);
    expect(lines([guest("Ali", ""), "Table 1"], [guest("Ali", ""), "Table 1"])).toHaveLength(2);
  });

  it("says one place once where a table was begun anew", () => {
    const maya = guest("Maya", "9613111111");
    expect(
      oncePerGuest([
        { guest: maya, table: "a", branch: "jounieh", place: "Table 1" },
        { guest: maya, table: "b", branch: "jounieh", place: "Table 1" },
      ]),
    ).toMatchObject([{ places: ["Table 1"] }]);
  });

  it("joins by any of several numbers, over three tables", () => {
    const both = { ...guest("Maya", "9613111111"), numbers: ["9613111111", "96171222222"].map((digits) => ({ shown: digits, digits })) };
    expect(lines([guest("Maya", "9613111111"), "Table 1"], [both, "Table 2"], [guest("Maya", "96171222222"), "Table 3"])).toEqual([
      "Maya: Table 1, Table 2, Table 3",
    ]);
  });
});
