import { describe, expect, it } from "vitest";
import { isSentByItself, noteOutcome, noteTry, pauseBeforeNextTry } from "@/components/tables/resend-timing";
import { type Draft, NO_TABLE_INFO, newDraft, newGuest, saveBegun, saveRefused, saveUncertain } from "@/lib/drafts";

const YESTERDAY = new Date(Date.now() - 24 * 3_600_000);
const typed: Draft = { ...newDraft(NO_TABLE_INFO), guests: [newGuest({ name: "Hala", phones: "76 912 345" })] };

describe("a table goes without anybody pressing a button", () => {
  it("when it was sent and only the answer is missing", () => {
    expect(isSentByItself(saveUncertain(saveBegun(typed), "The server did not answer."))).toBe(true);
  });

  it("not while it is being written, after a refusal, with half a guest or a birthday that is none, or when its key is too old", () => {
    expect(isSentByItself(typed)).toBe(false);
    expect(isSentByItself(saveRefused(saveBegun(typed), "Closed by End of Day."))).toBe(false);
    expect(isSentByItself({ ...saveBegun(typed), pending: { ...newGuest({}), country: "961", agreed: "" } })).toBe(false);
    expect(isSentByItself({ ...saveBegun(typed), guests: [newGuest({ name: "Hala", birthday: "31/4" })] })).toBe(false);
    expect(isSentByItself(saveBegun(typed, YESTERDAY))).toBe(false);
  });

  it("when points are still to be awarded, and not when none are", () => {
    const saved: Draft = { ...typed, step: "awarding", table_name: "12" };
    const key = typed.guests[0]?.key ?? "";
    expect(isSentByItself({ ...saved, awards: { [key]: "waiting" } })).toBe(true);
    expect(isSentByItself({ ...saved, awards: { [key]: "failed" } })).toBe(false);
  });
});

it("a server that goes on failing is asked less and less often", () => {
  const pauses = [];
  for (let turn = 0; turn < 7; turn++) {
    noteTry(1_000_000);
    pauses.push(pauseBeforeNextTry(1_000_000));
    noteOutcome(false);
  }
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(pauseBeforeNextTry(1_060_000)).toBe(0);
  noteOutcome(true);
  expect(pauseBeforeNextTry(1_000_000)).toBe(2000);
});
