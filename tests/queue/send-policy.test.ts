import { describe, expect, it } from "vitest";
import { dealt } from "@/lib/queue/deal-to-workers";
import { messageIdOf } from "@/lib/queue/duplicates/identity";
import { shareOut } from "@/lib/queue/leases/share-out";
import { DEFAULT_LIMITS, paceOf } from "@/lib/queue/limits/default-limits";
import { decideSend, type MessageFacts, nextAfter, pairFrom } from "@/lib/queue/send-policy/policy";
import { endOfQuiet } from "@/lib/queue/send-policy/quiet";
import { type End, LATE, pauseFor, restAfter, stopsNumber, throttlePause } from "@/lib/queue/senders/sender-pauses";
import { taskStatusOf } from "@/lib/queue/tasks";
import { backoff } from "@/lib/queue/try-again-or-fail";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse("2026-11-20T10:00:00Z");
const ZONE = "Asia/Beirut";
const HOURS = { timeZone: ZONE, dayEndsAt: "05:00" };
const { quiet } = DEFAULT_LIMITS;
const PHONE = paceOf(DEFAULT_LIMITS, "baileys");

function ask(changes: { [Part in keyof MessageFacts]?: Partial<MessageFacts[Part]> | MessageFacts[Part] } = {}, kind = "service") {
  const facts: MessageFacts = {
    at: NOON,
    cancelled: false,
    account: { first_used: NOON - 30 * 24 * HOUR, next: 0, paused_until: null, pause_reason: null, locked_until: null, begun: [] },
    guest: {
      opted_out: false,
      may_have_said_no: false,
      never_asked: false,
      unreached: false,
      counts: true,
      wrote_at: null,
      begun: [],
      has_same: false,
      pair_from: 0,
    },
    needs_template: false,
    template_stop: null,
    pace: PHONE,
    worker: "phone-pc",
    quiet,
    hours: HOURS,
  };
  const merged = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const change = changes[name as keyof MessageFacts];
      return [name, typeof value === "object" && value !== null ? { ...value, ...(change as object) } : (change ?? value)];
    }),
  );
  const item = {
    kind: kind === "answer" ? "service" : kind,
    answers_guest: kind === "answer",
    created_at: new Date(Number(merged.at)).toISOString(),
    not_after: null,
  };
  return decideSend(item, merged as unknown as MessageFacts); // its parts are those of `facts`, each with what changed
}

/** What a guest has had, as the send policy reads it. */
const had = (times: readonly number[], kind = "service", answers_guest = false) => times.map((at) => ({ at, kind, answers_guest }));

const times = (count: number, from: number, apart: number) => Array.from({ length: count }, (_, index) => from + index * apart);

describe("the gate", () => {
  it("lets a message go that nothing stands against", () => {
    expect(ask()).toEqual({ go: true });
  });

  it.each([
    ["cancelled", { cancelled: true }, null],
    ["opted_out", { guest: { opted_out: true } }, null],
    ["duplicate", { guest: { has_same: true } }, null],
    ["paused", { account: { paused_until: NOON + 5, pause_reason: "Look at the phone." } }, NOON + 5],
    ["no_consent", { guest: { never_asked: true } }, null],
    ["no_template", { needs_template: true }, NOON + 5 * MINUTE],
    ["no_template", { needs_template: true, guest: { wrote_at: NOON - 24 * HOUR } }, NOON + 5 * MINUTE],
    ["pace", { account: { next: NOON + 1 } }, NOON + 1],
  ] as const)("says %s, and when to ask again", (reason, facts, retryAt) => {
    expect(ask(facts)).toMatchObject({ go: false, reason, retryAt });
  });

  it("lets free words go within a day after the guest wrote", () => {
    expect(ask({ needs_template: true, guest: { wrote_at: NOON - 24 * HOUR + 1 } })).toEqual({ go: true });
  });

  it("lets a number that may begin no conversations write to those alone who wrote first", () => {
    const account = { locked_until: NOON + 5 };
    expect(ask({ account })).toMatchObject({ go: false, reason: "paused", retryAt: NOON + 5 });
    expect(ask({ account, guest: { wrote_at: NOON - 90 * 24 * HOUR } })).toEqual({ go: true });
    expect(ask({ account: { locked_until: NOON } })).toEqual({ go: true });
  });

  it("what is final comes before what passes", () => {
    const all = { cancelled: true, guest: { opted_out: true, has_same: true }, account: { paused_until: NOON + 5, next: NOON + 5 } };
    expect(ask(all)).toMatchObject({ reason: "cancelled" });
    expect(ask({ ...all, cancelled: false })).toMatchObject({ reason: "opted_out" });
    expect(ask({ ...all, cancelled: false, guest: { has_same: true } })).toMatchObject({ reason: "duplicate" });
  });

  it("keeps a number within 60 an hour and 300 a day, however many workers use it", () => {
    const hour = times(60, NOON - 59 * MINUTE, 50_000);
    expect(ask({ account: { begun: hour } })).toMatchObject({ reason: "limit", retryAt: (hour[0] ?? 0) + HOUR });
    expect(ask({ account: { begun: hour.slice(1) } })).toEqual({ go: true });
    const day = times(300, NOON - 23 * HOUR, 4 * MINUTE);
    expect(ask({ account: { begun: day } })).toMatchObject({ reason: "limit", retryAt: (day[0] ?? 0) + 24 * HOUR });
  });

  it("keeps the official numbers within 250 guests a day, and lets go what is counted already", () => {
    const pace = paceOf(DEFAULT_LIMITS, "cloud");
    const guests = times(250, NOON - 23 * HOUR, 4 * MINUTE);
    const account = { begun: guests };
    expect(ask({ pace, account })).toMatchObject({ reason: "limit", retryAt: (guests[0] ?? 0) + 24 * HOUR });
    expect(ask({ pace, account, guest: { counts: false } })).toEqual({ go: true });
    expect(ask({ pace, account: { begun: guests.slice(1) } })).toEqual({ go: true });
  });

  it("lets a new number write 20 on its first day, 40 on the second, and so on", () => {
    for (const [day, most] of [20, 40, 80, 150, 300].entries()) {
      const first_used = NOON - day * 24 * HOUR - 5 * HOUR;
      const begun = times(most, NOON - 20 * HOUR, 3 * MINUTE);
      expect(ask({ account: { first_used, begun: begun.slice(1) } }), `day ${day}`).toEqual({ go: true });
      expect(ask({ account: { first_used, begun } }), `day ${day}`).toMatchObject({ reason: "limit" });
    }
  });

  it("writes to a guest once a minute, and twice in 24 hours, whoever sends", () => {
    expect(ask({ guest: { begun: had([NOON - 59_000]) } })).toMatchObject({ reason: "limit", retryAt: NOON + 1_000 });
    expect(ask({ guest: { begun: had([NOON - 60_000]) } })).toEqual({ go: true });
    const two = had([NOON - 20 * HOUR, NOON - 2 * HOUR]);
    expect(ask({ guest: { begun: two } })).toMatchObject({ reason: "limit", retryAt: NOON + 4 * HOUR });
  });

  it("lets an answer go whatever the guest has had that day, and counts none of them; not within a minute, nor after a no", () => {
    const two = had([NOON - 20 * HOUR, NOON - 2 * HOUR]);
    expect(ask({ guest: { begun: two } }, "answer")).toEqual({ go: true });
    const answers = had([NOON - 20 * HOUR, NOON - 3 * HOUR, NOON - 2 * HOUR], "service", true);
    expect(ask({ guest: { begun: answers } })).toEqual({ go: true });
    expect(ask({ guest: { begun: [...two.slice(1), ...answers] } }), "one of its two").toEqual({ go: true });
    expect(ask({ guest: { begun: had([NOON - 5_000]) } }, "answer")).toMatchObject({ reason: "limit" });
    expect(ask({ guest: { begun: two, opted_out: true } }, "answer")).toMatchObject({ reason: "opted_out" });
    expect(ask({ account: { begun: times(60, NOON - 59 * MINUTE, 50_000) } }, "answer"), "the number's own hour").toMatchObject({
      reason: "limit",
    });
  });

  it("counts a guest's menus of the day, and holds them, for a linked phone alone", () => {
    const two = [NOON - 20 * HOUR, NOON - 2 * HOUR];
    const held = { go: false, reason: "limit", retryAt: NOON + 4 * HOUR };
    const CLOUD = paceOf(DEFAULT_LIMITS, "cloud");
    expect(ask({ guest: { begun: had(two) } }, "menu")).toMatchObject(held);
    expect(ask({ guest: { begun: had(two, "menu") } })).toMatchObject(held);
    expect(ask({ pace: CLOUD, guest: { begun: had(two) } })).toMatchObject(held);
    expect(ask({ pace: CLOUD, guest: { begun: had(two) } }, "menu")).toEqual({ go: true });
    expect(ask({ pace: CLOUD, guest: { begun: had(two, "menu") } })).toEqual({ go: true });
    expect(ask({ pace: CLOUD, guest: { begun: had([NOON - 5_000], "menu") } }, "menu"), "the gap holds for all").toMatchObject({
      reason: "limit",
      retryAt: NOON + 1_000,
    });
  });

  it.each([
    ["21:29", "2026-11-20T19:29:00Z", null],
    ["21:30", "2026-11-20T19:30:00Z", "2026-11-21T07:30:00.000Z"],
    ["03:00", "2026-11-20T01:00:00Z", "2026-11-20T07:30:00.000Z"],
    ["09:29", "2026-11-20T07:29:59Z", "2026-11-20T07:30:00.000Z"],
    ["09:30", "2026-11-20T07:30:00Z", null],
    ["the evening before the clocks go forward", "2027-03-27T20:00:00Z", "2027-03-28T06:30:00.000Z"],
    ["the evening before they go back", "2026-10-24T19:00:00Z", "2026-10-25T07:30:00.000Z"],
  ])("is quiet at night: %s", (_, at, until) => {
    const end = endOfQuiet(Date.parse(at), quiet, ZONE);
    expect(end === null ? null : new Date(end).toISOString()).toBe(until);
    const verdict = ask({ at: Date.parse(at), account: { first_used: 0 } }, "birthday");
    expect(verdict).toMatchObject(until ? { go: false, reason: "quiet", retryAt: Date.parse(until) } : { go: true });
    expect(ask({ at: Date.parse(at), account: { first_used: 0 } }, "menu"), "a menu at the table waits for nothing").toEqual({ go: true });
  });

  it("spaces the messages of a linked phone by 8 to 15 seconds", () => {
    expect([nextAfter(0, PHONE, 0), nextAfter(0, PHONE, 1)]).toEqual([8_000, 15_000]);
  });

  it("stops a number that WhatsApp has stopped until somebody acts, and another one for an hour", () => {
    expect(pauseFor("baileys", "403", NOON).until).toBeGreaterThan(Date.parse("9000-01-01"));
    expect(pauseFor("baileys", "463", NOON)).toEqual({
      until: NOON + HOUR,
      reason: "WhatsApp holds this number back. It tries again in an hour. (WhatsApp's code 463)",
    });
    expect(pauseFor("baileys", "", NOON).reason).toBe("WhatsApp holds this number back. It tries again in an hour.");
  });

  it.each([
    ...["401", "403", "3", "10", "200", "299", "131005", "131048", "131064", "368", "131031", "130497", "131042", "131045"],
    ...["133010", "131037"],
  ])("does not try again by itself what only somebody can mend: %s", (code) => {
    expect(pauseFor("cloud", code, NOON).until).toBeGreaterThan(Date.parse("9000-01-01"));
  });

  it("lets a number alone longer with each throttle in a row, up to five minutes, and as long as WhatsApp says, up to a day", () => {
    expect([1, 2, 3, 6, 7, 99].map((refusals) => throttlePause(refusals, null))).toEqual([5, 10, 20, 160, 300, 300].map((s) => s * 1_000));
    expect([throttlePause(1, 60_000), throttlePause(7, 60_000), throttlePause(1, 99 * 24 * HOUR)]).toEqual([60_000, 300_000, 24 * HOUR]);
  });
});

describe("a number rests", () => {
  const ends = (refused: number, taken: number, fault = "recipient"): End[] => [
    ...Array.from({ length: refused }, () => ({ outcome: "not_sent", fault })),
    ...Array.from({ length: taken }, () => ({ outcome: "accepted", fault: null })),
  ];
  it.each([
    ["baileys", ends(2, 8), false],
    ["baileys", ends(3, 7), true],
    ["baileys", [...ends(0, 10), ...ends(3, 0)], false],
    ["cloud", ends(10, 40), false],
    ["cloud", ends(11, 39), true],
    ["cloud", [...ends(0, 40), ...ends(11, 0)], false],
    ["cloud", ends(11, 39, "throttle"), false],
    ["cloud", ends(11, 39, "network"), false],
    ["sandbox", ends(50, 0), false],
  ] as const)("%s: %#", (transport, last, rests) => {
    const rest = restAfter(transport, last, NOON);
    expect(rest?.until ?? null).toBe(rests ? NOON + HOUR : null);
  });

  it("also after what failed once WhatsApp had taken it, and at once where it is about the number", () => {
    const late = Array.from({ length: 11 }, () => ({ outcome: "accepted", fault: LATE }));
    expect(restAfter("cloud", late, NOON)?.reason).toContain("a fifth");
    expect([stopsNumber("cloud", "account", "131031"), stopsNumber("cloud", "account", "132015")]).toEqual([true, false]);
    expect([stopsNumber("baileys", "account", "403"), stopsNumber("cloud", "recipient", "131026")]).toEqual([true, false]);
  });
});

describe("a guest of whom WhatsApp has had enough", () => {
  const tried = (code: string | null, minute: number, account = "cloud:1") => ({
    account,
    code,
    begun_at: new Date(NOON + minute * MINUTE).toISOString(),
  });
  it("is let alone four times longer at each refusal, by that number alone", () => {
    expect(pairFrom("cloud:1", [])).toBe(0);
    expect(pairFrom("cloud:1", [tried("131056", 0)])).toBe(NOON + 4_000);
    expect(pairFrom("cloud:1", [tried("131056", 0), tried("131056", 1), tried("131056", 3)])).toBe(NOON + 3 * MINUTE + 64_000);
    expect(pairFrom("cloud:2", [tried("131056", 0)])).toBe(0);
    expect(pairFrom("cloud:1", [tried("131056", 0), tried(null, 1)])).toBe(0);
    const long = Array.from({ length: 20 }, (_, index) => tried("131056", index));
    expect(pairFrom("cloud:1", long)).toBe(NOON + 19 * MINUTE + 24 * HOUR);
  });

  it("holds the message, and nobody else's", () => {
    expect(ask({ guest: { pair_from: NOON + 4_000 } })).toMatchObject({ go: false, reason: "limit", retryAt: NOON + 4_000 });
    expect(ask({ guest: { pair_from: NOON } })).toEqual({ go: true });
  });
});

describe("a campaign is dealt", () => {
  it.each([
    [100, 3, 4],
    [100, 30, 20],
    [3, 5, 3],
    [100, 7, 7],
  ])("%i guests to %i workers in %i parts, in turn", (guests, workers, parts) => {
    const online = Array.from({ length: workers }, (_, index) => `w${index}`);
    const whose = dealt(guests, online);
    expect(whose).toHaveLength(guests);
    const changes = whose.filter((one, index) => index === 0 || one !== whose[index - 1]).length;
    expect(changes).toBe(parts);
    const perPart = online.map((worker) => whose.filter((one) => one === worker).length).filter((count) => count > 0);
    expect(perPart).toHaveLength(Math.min(parts, workers));
  });

  it("to nobody while nobody is online", () => {
    expect(dealt(5, [])).toEqual([null, null, null, null, null]);
  });
});

describe("messages are shared out among the workers that ask at once", () => {
  const asking = (worker_id: string, max: number, account = "sandbox") => ({ worker_id, boot_id: worker_id, account, max });
  const LETTER = { kind: "service", digits: "9613111111" };
  const free = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...LETTER,
      id: `m${index}`,
      account: null,
      prefer_worker: null,
      priority: 2,
      task_id: "task",
    }));
  const given = (shares: Map<string, number>, index: number) => [...shares.values()].filter((one) => one === index).length;

  it("in turn, so that nobody takes all while another one waits", () => {
    const shares = shareOut([asking("a", 10), asking("b", 10)], [], free(4));
    expect([given(shares, 0), given(shares, 1)]).toEqual([2, 2]);
  });

  it("as many as each can hold, and those that were dealt to it first", () => {
    const dealt = [{ ...LETTER, id: "mine", account: null, prefer_worker: "b" as string | null, priority: 2, task_id: "task" }];
    const shares = shareOut([asking("a", 1), asking("b", 2)], dealt, free(5));
    expect([shares.get("mine"), given(shares, 0), given(shares, 1)]).toEqual([1, 1, 2]);
  });

  it("and one that a number has begun to that number alone", () => {
    const bound = [{ ...LETTER, id: "bound", account: "baileys:1", prefer_worker: null, priority: 2, task_id: "task" }];
    expect(shareOut([asking("a", 5)], [], bound).size).toBe(0);
    expect(shareOut([asking("a", 5), asking("b", 5, "baileys:1")], [], bound).get("bound")).toBe(1);
    expect([...shareOut([asking("a", 5)], [], [...bound, ...free(1)])], "nobody waits behind it").toEqual([["m0", 0]]);
  });
});

describe("a task", () => {
  const none = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
  it.each([
    [{ PENDING: 1, SENT: 4 }, "PENDING"],
    [{ IN_PROGRESS: 1 }, "PENDING"],
    [{ SENT: 1, FAILED: 9 }, "DONE"],
    [{ FAILED: 2, CANCELLED: 1 }, "FAILED"],
    [{ CANCELLED: 3 }, "DONE"],
  ])("with %o is %s", (counts, status) => {
    expect(taskStatusOf({ ...none, ...counts })).toBe(status);
  });
});

describe("what a message bears", () => {
  it("is the same id for the same item and generation, in WhatsApp's own form", () => {
    const id = messageIdOf("019aaaaa-0000-7000-8000-000000000000", 1);
    expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect([messageIdOf("019aaaaa-0000-7000-8000-000000000000", 1), messageIdOf("019aaaaa-0000-7000-8000-000000000000", 2)]).toEqual([
      id,
      expect.not.stringContaining(id),
    ]);
  });

  it("waits longer each time, and never the same for all", () => {
    const waits = ["0000", "8000", "ffff"].map((end) => backoff({ id: `x${end}`, attempts: 1 }));
    expect([waits[0], waits[2]]).toEqual([11_250, 18_750]);
    expect(new Set(waits).size).toBe(3);
    expect(backoff({ id: "x8000", attempts: 20 })).toBeLessThanOrEqual(1.25 * HOUR);
  });
});
