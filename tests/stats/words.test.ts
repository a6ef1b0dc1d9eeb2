import { describe, expect, it } from "vitest";
import { compareInWords, isEmptyEvening, isShown, shownFigure } from "@/components/stats/figures-in-words";
import { handOverText } from "@/components/stats/hand-over-text";
import { changeInWords, shownValue } from "@/components/stats/history-in-words";
import { firstChoice, presets } from "@/components/stats/history-range";
import { ofChannels } from "@/lib/stats/channels";
import type { LiveFigures, LiveStats } from "@/lib/stats/contract";
import { comparedWith, partsOf } from "@/lib/stats/day-counts";

const FIGURES: LiveFigures = {
  ...{ tables: 4, guests: 8, covers: 9, covers_tables: 3, valid_phone: 6, with_birthday: 2, new_guests: 5, returning: null },
  ...{ points: 40, sent: 0, arrived: 0, failed: 0, vouchers: 0, captured: 6 },
  ...{ expected: 0, late: 0, no_shows: 0, waiting: 0 },
  ...ofChannels((channel) => (channel === "from_phone" ? 4 : 0)),
};

describe("a figure of the evening", () => {
  it.each([
    ["covers", "9", "known for 3 of 4 tables"],
    ["captured", "67%", "6 of 9"],
    ["valid_phone", "75%", "6 of 8"],
    ["returning", "–", "not known now"],
    ["arrived", "–", "nothing sent yet"],
    ["points", "40", null],
  ] as const)("%s is shown as %s (%s)", (measure, value, note) => {
    expect(shownFigure(measure, FIGURES)).toEqual({ value, note });
  });

  it("of nobody is no share of nobody", () => {
    const nobody = {
      ...FIGURES,
      tables: 0,
      guests: 0,
      covers: 0,
      covers_tables: 0,
      captured: 0,
      from_phone: 0,
      valid_phone: 0,
      with_birthday: 0,
      new_guests: 0,
      points: 0,
    };
    expect(shownFigure("with_birthday", nobody).value).toBe("–");
    expect(shownFigure("captured", nobody)).toEqual({ value: "–", note: "no table says its people" });
    expect([isEmptyEvening(nobody), isEmptyEvening(FIGURES)]).toEqual([true, false]);
  });

  it("of a way to come stands on the card where somebody came by it", () => {
    expect([isShown("from_phone", FIGURES), isShown("from_web", FIGURES), isShown("no_shows", FIGURES)]).toEqual([true, false, true]);
  });

  it("is compared in words, with as many evenings as are known", () => {
    const average = { evenings: 3, tables: 3.333, guests: 9 };
    const week_before = { date: "2026-11-13", tables: 1, guests: 4 };
    expect(compareInWords({ week_before, average }, "2026-11-20")).toBe(
      "At this minute a week before: 1 table, 4 guests. Average of 3 Fridays: 3.3 tables, 9 guests.",
    );
    expect(compareInWords({ week_before: null, average: { ...average, evenings: 1 } }, "2026-11-20")).toMatch(
      /^At this minute a week before: no table was saved that evening\. The one Friday known:/,
    );
    expect(compareInWords({ week_before: null, average: null }, "2026-11-20")).toBeNull();
  });
});

describe("a figure of the past", () => {
  it.each([
    ["tables", 12, 10, "12", "+20%"],
    ["tables", 8, 10, "8", "−20%"],
    ["tables", 5, 0, "5", null],
    ["tables", 0, 0, "0", null],
    ["valid_phone", 0.755, 0.7, "75.5%", "+5.5 points"],
    ["average_party", 2.666, null, "2.67", null],
    ["return_30", null, 0.5, "–", null],
  ] as const)("%s of %s after %s is shown as %s, %s", (measure, value, before, shown, change) => {
    expect([shownValue(measure, value), changeInWords(measure, value, before)]).toEqual([shown, change]);
  });

  it("is asked for in days that are over, and compared with as many before them", () => {
    const choice = firstChoice("2026-03-01");
    expect(choice).toMatchObject({ from: "2026-01-30", to: "2026-02-28", by: "day" });
    expect(comparedWith(choice, "period")).toEqual({ from: "2025-12-31", to: "2026-01-29" });
    expect(presets("2026-03-01").find(({ name }) => name === "Last month")).toMatchObject({ from: "2026-01-01", to: "2026-01-31" });
    expect(partsOf({ from: "2026-02-27", to: "2026-03-09" }, "week").map(({ from, to }) => `${from}/${to}`)).toEqual([
      "2026-02-27/2026-03-01",
      "2026-03-02/2026-03-08",
      "2026-03-09/2026-03-09",
    ]);
  });
});

describe("the hand-over of a shift", () => {
  const live: LiveStats = {
    ...{ at: "2026-11-20T21:00:00.000Z", business_day: "2026-11-20", branches: [], group: null },
    to_handle: [
      { kind: "birthday", branch: "jounieh", name: "سارة", table: "7", table_name: "2026-11-20 table 7", since: "2026-11-20T19:00:00Z" },
    ],
  };
  const given = { live, logs: [], pending: [], sending: null, readsReplies: true, by: "Rima", notes: "", timeZone: "Asia/Beirut" };

  it("keeps each name in its own direction, and says who gives it", () => {
    const text = handOverText(given);
    expect(text).toContain("- \u2068سارة\u2069 has a birthday today: table 7, Jounieh.");
    expect(text).toMatch(/^Shift hand-over, .*2026\nAs of .*23:00, by Rima\n/);
  });

  it("names what was promised, and never takes what it does not know for nothing", () => {
    const pending = Array.from({ length: 42 }, (_, at) => ({ name: `G${at}`, table_name: at === 0 ? "2026-11-20 table 7" : "" }));
    const text = handOverText({ ...given, pending, logs: undefined, notes: " Cake for 14 " });
    expect(text).toContain("- \u2068G0\u2069: the menu, 2026-11-20 table 7");
    expect(text).toContain("- and 2 more");
    expect(text).toContain("Tables still open\n- Not known");
    expect(text).toContain("Guests who wrote\n- Not known");
    expect(text).toMatch(/Notes\nCake for 14$/);
  });
});
