import { Send } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { Action } from "@/components/birthdays/actions-menu";
import { shownCampaign, stepOf } from "@/components/birthdays/campaign";
import { shownActions } from "@/components/birthdays/campaign-actions";
import { tasksFor } from "@/components/birthdays/use-sending";
import { questionOfDay } from "@/components/queue/confirm-other-day";
import type { Campaign, CampaignGuest } from "@/lib/queue/birthday-campaign/contract";
import type { Task } from "@/lib/queue/contract";
import { MAY_HAVE_SAID_NO } from "@/lib/queue/left-out-reasons";

function guest(id: string, state: CampaignGuest["state"], more: Partial<CampaignGuest> = {}): CampaignGuest {
  const item = state === "ready" || state === "left_out" ? null : `item-${id}`;
  const person = { name: id, phone: "9613111111", shown_phone: "", branch: "jounieh", voucher: "" };
  return { id, ...person, state, sendable: state === "ready" || state === "CANCELLED", reason: null, why: null, item, ...more };
}

function campaignOf(guests: CampaignGuest[]): Campaign {
  const count = (state: string) => guests.filter((one) => one.state === state).length;
  const counts = { sent: count("SENT"), failed: count("FAILED"), cancelled: count("CANCELLED") };
  const total = guests.filter(({ item }) => item !== null).length;
  const status = count("PENDING") + count("IN_PROGRESS") > 0 ? ("PENDING" as const) : ("DONE" as const);
  const tasks = total > 0 ? [{ id: "task", status, total, ...counts, worker: null }] : [];
  return { guests, tasks, workers: [], quiet_until: null };
}

function task(states: Record<string, Task["results"][number]["status"]>): Task {
  const results = Object.entries(states).map(([id, status]) => ({
    id: `item-${id}`,
    name: id,
    phone: "",
    status,
    error: null,
    delivery: null,
  }));
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  const status = count("PENDING") > 0 ? "PENDING" : "DONE";
  const counts = { total: results.length, sent: count("SENT"), failed: count("FAILED"), cancelled: count("CANCELLED") };
  return { id: "task", kind: "birthday", status, ...counts, results };
}

describe("a campaign as it is shown", () => {
  const data = campaignOf([guest("a", "PENDING"), guest("b", "PENDING"), guest("c", "left_out", { reason: "No number." })]);

  it("counts what the tasks have told since, and who was left out beside it", () => {
    const shown = shownCampaign({ data, at: 10 }, [{ data: task({ a: "SENT", b: "PENDING" }), at: 11 }]);
    expect(shown).toMatchObject({ sent: 1, waiting: 1, total: 2, isRunning: true, sendable: [], leftOut: [{ id: "c" }] });
    expect(shown?.tasks).toMatchObject([{ sent: 1, total: 2, status: "PENDING" }]);
  });

  it("says what stands against it although a part of it was handed over by a worker that died", () => {
    const obstacle = { what: "worker_off", reason: "Start it.", since: null, worker: null, resumes: false, who: [] } as const;
    const waits = { ...task({ a: "PENDING" }), obstacle: { ...obstacle, who: [] } };
    const handedOver = task({ b: "IN_PROGRESS" });
    const gone = {
      ...handedOver,
      id: "other",
      status: "PENDING" as const,
      obstacle: null,
      results: handedOver.results.map((result) => ({ ...result, unanswered: true })),
    };
    const newer = [waits, gone].map((one) => ({ data: one, at: 11 }));
    expect(shownCampaign({ data, at: 10 }, newer)?.obstacle).toEqual(obstacle);
  });

  it("says of each message who sent it, and which of them no guest got, as the tasks have told", () => {
    const told = task({ a: "SENT", b: "PENDING" });
    const results = told.results.map((result) => ({ ...result, worker: "laptop", sandbox: result.status === "SENT" }));
    const shown = shownCampaign({ data, at: 10 }, [{ data: { ...told, results }, at: 11 }]);
    expect(shown).toMatchObject({ sent: 1, sandbox: 1, guests: [{ worker: "laptop", sandbox: true }, { sandbox: false }, {}] });
  });

  it("says of how many that wait a reason is true, where it is not of all", () => {
    const waitsFor = (...reasons: (string | null)[]) => {
      const guests = reasons.map((reason, index) => guest(`${index}`, "PENDING", { reason }));
      return shownCampaign({ data: campaignOf(guests), at: 10 }, [])?.waitsFor;
    };
    expect(waitsFor("Quiet.", "Quiet.")).toBe("Quiet.");
    expect(waitsFor(null, "May have said no.")).toBe("1 of 2 waits: May have said no.");
    expect(waitsFor("Quiet.", null, "Quiet.")).toBe("2 of 3 wait: Quiet.");
    expect(waitsFor(null)).toBeNull();
  });

  it("counts whoever waits for a decision under no other reason", () => {
    const held = guest("h", "PENDING", { reason: MAY_HAVE_SAID_NO, undecided: true });
    const waitsFor = (...guests: CampaignGuest[]) => shownCampaign({ data: campaignOf(guests), at: 10 }, [])?.waitsFor;
    const quiet = ["a", "b"].map((id) => guest(id, "PENDING", { reason: "Quiet." }));
    expect(waitsFor(...quiet, held)).toBe(`Quiet. 1 waits for your decision. ${MAY_HAVE_SAID_NO}`);
    expect(waitsFor(guest("a", "PENDING"), held)).toBe(`1 waits for your decision. ${MAY_HAVE_SAID_NO}`);
    expect(waitsFor(held)).toBe(MAY_HAVE_SAID_NO);
  });

  it("goes on when the first of its tasks does, and is lost only where all of them are", () => {
    const waits = (id: string, next: Partial<Task>): Task => ({ ...task({ [id]: "PENDING" }), id, ...next });
    const nextOf = (...tasks: Task[]) =>
      shownCampaign(
        { data, at: 10 },
        tasks.map((one) => ({ data: one, at: 11 })),
      )?.next;
    const lost = waits("a", { next_try: "2026-11-20T19:30:00Z", ends: true, in_vain: "Misses the birthday." });
    const held = waits("b", { next_try: null, waits_for: { what: "decision" } });
    const late = waits("b", { next_try: "2026-11-20T20:30:00Z", ends: true, in_vain: null });
    expect(nextOf(lost, held)).toMatchObject({ in_vain: "Misses the birthday." });
    expect(nextOf(lost, late)).toMatchObject({ next_try: "2026-11-20T20:30:00Z", in_vain: null });
    expect(nextOf(lost, waits("b", { next_try: null }))).toEqual({ next_try: null });
    expect(nextOf(held)).toMatchObject({ waits_for: { what: "decision" } });
  });

  it("says no number of some of its tasks as one of all: it is still being counted", () => {
    const late = (id: string, count: number): Task => ({
      ...task({ [id]: "PENDING" }),
      id,
      goes: 1,
      late: { count, next_try: "2026-11-20T19:30:00Z", ends: true, in_vain: null, waits_for: null },
    });
    const parts = [late("a", 2), late("b", 1)];
    const part = { total: 3, sent: 0, failed: 0, cancelled: 0, worker: null, status: "PENDING" as const };
    const of = (heard: readonly Task[]) =>
      shownCampaign(
        { data: { ...data, tasks: parts.map(({ id }) => ({ ...part, id })) }, at: 10 },
        heard.map((one) => ({ data: one, at: 11 })),
      )?.howMany;
    expect(of(parts.slice(0, 1))).toEqual({ goes: null, late: null, lost: null });
    expect(of(parts)).toMatchObject({ goes: 2, late: { count: 3 } });
  });

  it("does not go back to what a task told before", () => {
    expect(shownCampaign({ data, at: 10 }, [{ data: task({ a: "FAILED", b: "FAILED" }), at: 9 }])).toMatchObject({ failed: 0, waiting: 2 });
  });

  it("does not offer again what went out after it was said to be cancelled", () => {
    const cancelled = campaignOf([guest("a", "CANCELLED")]);
    expect(shownCampaign({ data: cancelled, at: 10 }, [])?.sendable).toHaveLength(1);
    expect(shownCampaign({ data: cancelled, at: 10 }, [{ data: task({ a: "SENT" }), at: 11 }])?.sendable).toEqual([]);
  });
});

describe("what failed of a campaign", () => {
  const row = (id: string) => ({ id: `item-${id}`, name: id, phone: "", error: "", can_retry: true, in_doubt: false, left_because: null });
  const failed = (shown: ReturnType<typeof shownCampaign>) => shown?.failures.map(({ id }) => id);

  it("is one list: the table, the count and the retry are of it", () => {
    const data = { ...campaignOf([guest("a", "FAILED"), guest("b", "SENT")]), failed: [row("a")] };
    expect(shownCampaign({ data, at: 1 }, [])).toMatchObject({ failed: 1, failures: [{ id: "item-a", can_retry: true }], total: 2 });
  });

  it("stands there at once when a task tells of it, and is gone at once when it goes again", () => {
    const data = { ...campaignOf([guest("a", "FAILED"), guest("b", "PENDING")]), failed: [row("a")] };
    const shown = shownCampaign({ data, at: 1 }, [{ data: task({ a: "PENDING", b: "FAILED" }), at: 2 }]);
    expect(failed(shown)).toEqual(["item-b"]);
    expect(shown).toMatchObject({ failed: 1, waiting: 1, total: 2, failures: [{ can_retry: false }] });
  });

  it("counts what is of nobody on the list any more", () => {
    const data = { ...campaignOf([guest("a", "SENT")]), failed: [row("gone")] };
    expect(shownCampaign({ data, at: 1 }, [])).toMatchObject({ sent: 1, failed: 1, total: 2 });
    expect(stepOf({ vouchersComplete: true, campaign: shownCampaign({ data, at: 1 }, []) })).toBe(3);
  });
});

describe("a message that nobody has answered", () => {
  it("neither waits nor has failed, and holds no retry up", () => {
    const guests = [guest("a", "IN_PROGRESS", { unanswered: true }), guest("b", "FAILED", { unanswered: true }), guest("c", "FAILED")];
    const data = campaignOf(guests);
    const tasks = data.tasks.map((one) => ({ ...one, failed: 2 }));
    const shown = shownCampaign({ data: { ...data, tasks }, at: 1 }, []);
    expect(shown).toMatchObject({ waiting: 0, failed: 1, total: 3, isRunning: false });
    expect(shown?.doubts.map(({ id }) => id)).toEqual(["item-a", "item-b"]);
    expect(stepOf({ vouchersComplete: true, campaign: shown })).toBe(3);
  });

  it("is told by the tasks before the campaign is asked again", () => {
    const data = campaignOf([guest("a", "PENDING")]);
    const told = task({ a: "IN_PROGRESS" });
    const results = told.results.map((result) => ({ ...result, unanswered: true }));
    const shown = shownCampaign({ data, at: 1 }, [{ data: { ...told, status: "PENDING", results }, at: 2 }]);
    expect(shown).toMatchObject({ waiting: 0, isRunning: false, doubts: [{ id: "item-a" }] });
  });
});

describe("a greeting on another day than the birthday", () => {
  it("is asked about, with both days", () => {
    expect(questionOfDay("2026-11-27", "2026-11-27", 2)).toBeNull();
    expect(questionOfDay("2026-11-27", "2026-11-28", 1)?.body).toBe(
      "This birthday was on Fri 27 Nov 2026. The greeting goes out today, Sat 28 Nov 2026, or on a later day if no number has room.",
    );
    expect(questionOfDay("2026-11-29", "2026-11-28", 2)?.body).toMatch(/^These birthdays are on Sun 29 Nov 2026\./);
  });
});

describe("the actions of a date", () => {
  const action = (key: Action["key"]): Action => ({ key, label: key, icon: Send, run: () => undefined });
  const all = (["csv", "vcf", "statistics", "retry", "generate", "send"] as const).map(action);
  const keys = (next: Action["key"] | null | undefined) => shownActions(all, next).map(({ key }) => key);

  it("are none of the campaign's until it is known where that stands", () => {
    expect(keys(undefined)).toEqual(["csv", "vcf", "statistics"]);
    expect(keys(null)).toEqual(["csv", "vcf", "statistics", "retry", "generate", "send"]);
  });
});

describe("the step that is to be done now", () => {
  const step = (vouchersComplete: boolean, ...guests: CampaignGuest[]) =>
    stepOf({ vouchersComplete, campaign: shownCampaign({ data: campaignOf(guests), at: 1 }, []) });

  it.each([
    ["the vouchers are missing", 1, [false, guest("a", "left_out")]],
    ["the vouchers are there", 2, [true, guest("a", "ready")]],
    ["messages are going out", 2, [true, guest("a", "PENDING")]],
    ["some failed", 3, [true, guest("a", "SENT"), guest("b", "FAILED")]],
    ["all is done", 4, [true, guest("a", "SENT"), guest("b", "left_out")]],
    ["all was cancelled", 2, [true, guest("a", "CANCELLED")]],
    ["guests came in after it was sent", 1, [false, guest("a", "SENT"), guest("b", "ready")]],
  ] as const)("when %s is %i", (_, expected, [isComplete, ...guests]) => {
    expect(step(isComplete, ...guests)).toBe(expected);
  });
});

describe("the tasks of a campaign", () => {
  it("hold no more messages than the queue takes at once", () => {
    const guests = Array.from({ length: 2_100 }, (_, index) => guest(`${index}`, "ready"));
    const tasks = tasksFor("2026-11-20", guests, "Hello", ["pc-1"]);
    expect(tasks.map(({ items }) => items.length)).toEqual([500, 25, 500, 25, 500, 25, 500, 25]);
    expect(tasks.every(({ prefer_worker, campaign, date }) => `${prefer_worker} ${campaign} ${date}` === "pc-1 birthday 2026-11-20")).toBe(
      true,
    );
  });
});
