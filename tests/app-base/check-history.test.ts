import { describe, expect, it } from "vitest";
import { type CheckHistory, withCheck } from "@/components/app-base/check-history";

const START = Date.parse("2026-11-20T19:30:00Z");
const historyOf = (checks: [seconds: number, latency: number | null][]) =>
  checks.reduce<CheckHistory | undefined>((history, [seconds, latency]) => withCheck(history, START + seconds * 1000, latency), undefined);

describe("the last hour of the server's health", () => {
  it("has the slowest answer of each minute, and when no answer came and for how long", () => {
    const checks: [number, number | null][] = [
      [0, 20],
      [15, 61],
      [70, null],
      [73, null],
      [100, 30],
      [130, null],
    ];
    expect(historyOf(checks)).toMatchObject({
      minutes: [
        { at: START, slowest: 61, wasAway: false },
        { at: START + 60_000, slowest: 30, wasAway: true },
        { at: START + 120_000, slowest: null, wasAway: true },
      ],
      away: [
        { from: START + 70_000, to: START + 100_000 },
        { from: START + 130_000, to: null },
      ],
    });
  });

  it("forgets what is older than an hour, and not that the server is still away", () => {
    const away: [number, null][] = Array.from({ length: 130 }, (_, at) => [120 + at * 30, null]);
    const history = historyOf([[0, 20], [60, null], [90, 25], ...away]);
    expect(history?.minutes.map(({ at }) => (at - START) / 60_000)).toEqual(Array.from({ length: 60 }, (_, at) => at + 7));
    expect(history?.away).toMatchObject([{ from: START + 120_000, to: null }]);
  });

  it("says nothing of the time in which nothing was asked", () => {
    const slept = historyOf([
      [0, 20],
      [15, null],
      [18, null],
      [1800, 25],
    ]);
    expect(slept?.away).toMatchObject([{ from: START + 15_000, to: START + 18_000 }]);
    const again = historyOf([
      [15, null],
      [1800, null],
    ]);
    expect(again?.away).toMatchObject([
      { from: START + 15_000, to: START + 15_000 },
      { from: START + 1_800_000, to: null },
    ]);
  });
});
