import { describe, expect, it } from "vitest";
import { type Found, factsOf } from "@/lib/control/facts";

const NOW = "2026-11-20T19:30:00.000Z";
const CALM: Found = {
  now: NOW,
  stores: 340_000_000,
  disk: { free: 400e9, total: 500e9 },
  backups: [{ name: "Jounieh’s tables", newest: "2026-11-20T03:00:00.000Z" }],
  branches: [{ name: "Jounieh", isKept: true, code: null, last: "2026-11-20T19:00:00.000Z" }],
  workers: [{ name: "PC-1", online: true, can_send: true, last_seen: NOW, problem: null, dealt: 0 }],
  waiting: 0,
};
const of = (found: Partial<Found>) => factsOf({ ...CALM, ...found }, (instant) => instant.slice(0, 10));
const loud = (found: Partial<Found>) =>
  of(found)
    .filter(({ tone }) => tone !== "good")
    .map(({ key, tone }) => `${key}: ${tone}`);

describe("the facts of Control Panel", () => {
  it("ask nothing of anybody where all is well, and say what to do wherever it is not", () => {
    expect(loud({})).toEqual([]);
    expect(of({}).every(({ todo }) => todo === null)).toBe(true);
  });

  it.each<[Partial<Found>, string[]]>([
    [{ disk: { free: 100e6, total: 500e9 } }, ["disk: bad"]],
    [{ disk: { free: 1.9e9, total: 5e9 } }, ["disk: look"]],
    [{ disk: { free: 20e9, total: 500e9 } }, ["disk: look"]],
    [{ disk: null }, ["disk: look"]],
    [{ backups: [{ name: "a", newest: null }] }, ["backups: look"]],
    [
      {
        backups: [
          { name: "a", newest: null },
          { name: "b", newest: NOW },
        ],
      },
      ["backups: bad"],
    ],
    [
      {
        backups: [
          { name: "a", newest: "2026-11-19T07:29:59.000Z" },
          { name: "b", newest: NOW },
        ],
      },
      ["backups: bad"],
    ],
    [{ backups: [{ name: "a", newest: "2026-11-19T07:30:01.000Z" }] }, []],
    [{ branches: [{ name: "a", isKept: false, code: "x", last: null }] }, []],
    [{ branches: [{ name: "a", isKept: true, code: "db_corrupt", last: NOW }] }, ["branch a: bad"]],
    [{ branches: [{ name: "a", isKept: true, code: null, last: null }] }, ["branch a: look"]],
    [{ branches: [{ name: "a", isKept: true, code: null, last: "2026-11-17T19:29:00.000Z" }] }, ["branch a: look"]],
    [{ workers: [] }, ["workers: look"]],
    [{ workers: [], waiting: 3 }, ["workers: bad"]],
    [{ workers: [{ name: "PC", online: false, can_send: false, last_seen: NOW, problem: "x", dealt: 0 }] }, ["worker PC: look"]],
    [{ workers: [{ name: "PC", online: true, can_send: false, last_seen: NOW, problem: "Logged out.", dealt: 0 }] }, ["worker PC: bad"]],
  ])("of %j are %j", (found, expected) => {
    expect(loud(found)).toEqual(expected);
    expect(JSON.stringify(of(found))).not.toMatch(/db_|undefined|NaN/);
  });
});
