import { describe, expect, it, vi } from "vitest";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { longestTurn, threadTime } from "../support/pace";
import { END_OF_DAY, EVENING, seat } from "../support/tables";
import { ofToday } from "../support/today";

vi.setConfig({ testTimeout: 300_000 });

/** Of all that the event loop has to do for an evening, nobody waits for more than such a share. */
const SHARE = 1 / 8;

/** Tables of 200 guests, with so many numbers each. No turn is longer for more guests: a half of them shows one that is. */
const EVENINGS: [name: string, tables: number, numbers: number][] = process.env.THOROUGH
  ? [
      ["800 guests with a number each", 4, 1],
      ["one table of 200 guests with thirty each", 1, 30],
    ]
  : [
      ["400 guests with a number each", 2, 1],
      ["one table of 200 guests with sixteen each", 1, 16],
    ];

const guest = (place: number, numbers: number) => ({
  name: `Guest${place} Name${place}`,
  phones: Array.from({ length: numbers }, (_, index) => `03 ${100_000 + place * numbers + index}`).join(", "),
});

describe("while an evening is closed, others have their turn", () => {
  // Many guests one day, and many numbers the other.
  it.each(ofToday(EVENINGS, 2))("%s", async (_, tables, numbers) => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "71 111222" }]); // loads the clients
    for (let table = 0; table < tables; table++) {
      const guests = Array.from({ length: 200 }, (_, place) => guest(table * 200 + place, numbers));
      expect((await seat(guests, { number: String(table + 1) })).status).toBe(200);
    }
    const merging = await longestTurn(async () => expect((await call("admin", mergeTables)).status).toBe(200));
    clockAt(END_OF_DAY);
    const begun = threadTime();
    const closing = await longestTurn(async () => {
      expect((await call("admin", endOfDay)).answer).toMatchObject({ guests: tables * 200 + 1, awarded: tables * 200 + 1 });
    });
    const all = threadTime() - begun;
    expect(closing).toBeLessThan(all * SHARE);
    expect(merging).toBeLessThan(all * SHARE);
  });
});
