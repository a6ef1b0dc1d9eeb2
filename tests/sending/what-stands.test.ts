import { describe, expect, it } from "vitest";
import { foldedAway, whatStands } from "@/components/queue/queue-status";
import { businessDayOf } from "@/lib/business-day";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";

const NO_TEMPLATE: Obstacle = { what: "no_template", reason: "None is named.", since: null, worker: null, resumes: false, who: [] };
const OFF: Obstacle = { ...NO_TEMPLATE, what: "worker_off", reason: "No worker is running. Start laptop." };

function campaign(pending: number, more: Partial<Campaign> = {}): Campaign {
  return {
    id: "one",
    kind: "birthday",
    branch: "jounieh",
    date: "2026-11-20",
    table_name: "",
    created_at: "2026-11-20T10:00:00.000Z",
    created_by: "admin",
    state: pending > 0 ? "SENDING" : "COMPLETED",
    counts: { PENDING: pending, IN_PROGRESS: 0, SENT: 10, FAILED: 0, CANCELLED: 0 },
    delivered: 0,
    read: 0,
    replied: 0,
    next_try: null,
    reasons: [],
    ...more,
  };
}

const PAUSED = { state: "PAUSED", paused: { by: "admin", at: "2026-11-20T10:00:00.000Z" } } as const;

describe("a pace and a time that is left stand", () => {
  it.each([
    ["one campaign of two goes out", 4, null, [campaign(2, PAUSED), campaign(2)], 2],
    ["some of one cannot go", 9, null, [campaign(2), campaign(7, { goes: 3 })], 5],
    ["one has more than are looked at", 9, null, [campaign(2), campaign(7, { goes: null })], null],
    ["an older campaign that is not shown may go out", 9, null, [campaign(2, PAUSED)], null],
  ] as const)("while %s", (_, waiting, ofWorkers, campaigns, going) => {
    expect(whatStands(waiting, ofWorkers, campaigns)).toEqual({ obstacle: null, goesOut: true, going });
  });
});

describe("the reason stands in their place", () => {
  it.each([
    ["no worker sends", 2, OFF, [campaign(2, { obstacle: OFF })], OFF],
    ["no worker sends, whatever the campaigns say", 9, OFF, [campaign(2)], OFF],
    [
      "all that waits lacks a template",
      4,
      null,
      [campaign(0), campaign(2, { obstacle: NO_TEMPLATE }), campaign(2, { obstacle: NO_TEMPLATE })],
      NO_TEMPLATE,
    ],
    ["each campaign has one of its own", 4, null, [campaign(2, { obstacle: NO_TEMPLATE }), campaign(2, PAUSED)], null],
    ["each campaign is paused by itself", 2, null, [campaign(2, PAUSED), campaign(0)], null],
    ["nobody is written to before the morning", 2, null, [campaign(2, { next_try: "2026-11-21T07:30:00.000Z" })], null],
    ["nothing waits, or the switch stops it", 0, OFF, [campaign(2, PAUSED)], null],
  ] as const)("where %s", (_, waiting, ofWorkers, campaigns, obstacle) => {
    expect(whatStands(waiting, ofWorkers, campaigns)).toEqual({ obstacle, goesOut: false, going: 0 });
  });
});

it.each([
  ["of another kind", { what: "template_stopped" }],
  ["with other words", { reason: "It is paused." }],
  ["about another worker", { worker: { id: "pc-2", name: "laptop" } }],
] as const)("one %s is not the same, and stands by itself", (_, other) => {
  const [one, two] = [OFF, { ...OFF, ...other }];
  expect(whatStands(4, null, [campaign(2, { obstacle: one }), campaign(2, { obstacle: { ...one } })]).obstacle).toEqual(one);
  expect(whatStands(4, null, [campaign(2, { obstacle: one }), campaign(2, { obstacle: two })])).toEqual({
    obstacle: null,
    goesOut: false,
    going: 0,
  });
});

it("nothing that was queued this evening is folded away, however many newer ones are over", () => {
  const dayOf = (at: Date) => businessDayOf(at, { timeZone: "Asia/Beirut", dayEndsAt: "05:00" });
  const ended = (id: string, created_at: string, last_at = created_at) => campaign(0, { id, created_at, last_at });
  const today = ["d", "c", "b"].map((id) => ended(id, "2026-11-20T08:52:00.000Z"));
  const older = ended("a", "2026-11-19T10:00:00.000Z");
  const again = ended("z", "2026-11-18T10:00:00.000Z", "2026-11-20T09:00:00.000Z");
  const folded = (now: string) => foldedAway([...today, older, again], new Date(now), dayOf).map(({ id }) => id);
  expect(folded("2026-11-20T10:00:00Z")).toEqual(["a"]);
  expect(folded("2026-11-20T22:30:00Z")).toEqual(["a"]); // half past midnight: the same evening
  expect(folded("2026-11-21T06:00:00Z")).toEqual(["b", "a", "z"]);
});
