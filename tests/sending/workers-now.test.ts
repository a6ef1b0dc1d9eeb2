import { describe, expect, it } from "vitest";
import { wroteInWords } from "@/components/customer-service/who-wrote";
import { handedOverInWords } from "@/components/queue/handed-over-text";
import { asOfNow, type ToldNow } from "@/components/queue/workers-now";
import type { WorkerShown } from "@/lib/queue/senders/contract";

const SEEN = "2026-11-20T12:00:00.000Z";
const OFF = {
  what: "worker_off",
  reason: "Start laptop.",
  since: SEEN,
  worker: { id: "a", name: "laptop" },
  resumes: false,
  who: [],
} as const;
const worker: WorkerShown = {
  id: "a",
  name: "laptop",
  online: true,
  can_send: true,
  last_seen: SEEN,
  branch: "jounieh",
  transport: "sandbox",
  account: "",
  problem: null,
  is_stopped: false,
  link: null,
  quota: null,
  locked_until: null,
  pairing: null,
  day: null,
  sent: 4,
  failed: 0,
};
const now: ToldNow = {
  countsFor: 5_000,
  workers: [{ id: "a", online: false, can_send: false, last_seen: SEEN, problem: null, is_stopped: false }],
  obstacle: { ...OFF, who: [] },
};

describe("the list of workers beside an obstacle", () => {
  it("says what the obstacle's answer said, a newer list too", () => {
    const shown = asOfNow({ workers: [worker], obstacle: null }, 8_000, now, 4_000);
    expect(shown.obstacle).toEqual(OFF);
    expect(shown.workers[0]).toMatchObject({ online: false, can_send: false, sent: 4, name: "laptop" });
  });

  it("counts itself as soon as it is newer, where the obstacle is not asked for again", () => {
    const list = { workers: [worker], obstacle: null };
    expect(asOfNow(list, 4_001, { ...now, countsFor: 0 }, 4_000)).toBe(list);
    expect(asOfNow(list, 3_999, { ...now, countsFor: 0 }, 4_000).obstacle).toEqual(OFF);
  });

  it("counts by itself where nobody tells obstacles any more, or ever did", () => {
    const list = { workers: [worker], obstacle: null };
    expect(asOfNow(list, 30_000, now, 4_000)).toBe(list);
    expect(asOfNow(list, 30_000, undefined, 0)).toBe(list);
  });
});

it("what a cancel cannot take back is said with its number, where one is known", () => {
  expect(handedOverInWords(2)).toBe("2 were handed over already and may arrive.");
  expect(handedOverInWords(1)).toBe("1 was handed over already and may arrive.");
  for (const unknown of [0, null]) expect(handedOverInWords(unknown)).toBe("What was handed to WhatsApp already may still arrive.");
});

it("of the chosen it is said who has written, all, some or none of them", () => {
  const [tony, sara] = [{ name: "Tony" }, { name: "Sara Khoury", called: "Sara" }];
  expect(wroteInWords([tony], 2)).toBe(
    "Written to the official number within 24 hours: Tony. For the others it takes only an approved text.",
  );
  expect(wroteInWords([tony, sara], 2)).toMatch(/^All of them have written .* your words for all of them\.$/);
  expect(wroteInWords([sara], 1)).toMatch(/^The guest has written/);
  expect(wroteInWords([], 2)).toMatch(/^None of them has written/);
  expect(wroteInWords([], 1)).toMatch(/^The guest has not written/);
  expect(wroteInWords([], 1, ["desk-two"])).toBe(
    "The guest has not written to the number of desk-two within 24 hours: it takes only an approved text for them.",
  );
  expect(wroteInWords([tony], 2, ["desk-one", "desk-two"])).toBe(
    "Written to each of the numbers of desk-one and desk-two within 24 hours: Tony. For the others they take only an approved text.",
  );
});
