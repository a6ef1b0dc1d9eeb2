import { describe, expect, it } from "vitest";
import { withoutWaiting } from "@/components/queue/obstacle-note";
import { partsOf } from "@/components/queue/queue-totals";
import { unansweredOf, waitingOf } from "@/components/queue/unanswered";
import { nextOf } from "@/components/queue/waiting-messages";
import { MAY_HAVE_SAID_NO } from "@/lib/queue/left-out-reasons";

const NONE = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };

describe("what nobody has answered", () => {
  const counts = { ...NONE, PENDING: 1, IN_PROGRESS: 3, SENT: 5, FAILED: 2 };
  const unanswered = { ...NONE, IN_PROGRESS: 2, FAILED: 1 };

  it("is none of those that wait, or failed", () => {
    expect([waitingOf({ counts, unanswered }), unansweredOf({ unanswered })]).toEqual([2, 3]);
    expect(partsOf({ ...counts, unanswered }).map(({ words, count }) => `${count} ${words}`)).toEqual([
      "1 Pending",
      "1 In progress",
      "5 Sent",
      "1 Failed",
      "0 Cancelled",
      "3 No answer: may have arrived",
    ]);
  });

  it("is none of those that failed either where the guest has said no", () => {
    const failed = { ...NONE, SENT: 5, FAILED: 4, said_no: 3 };
    const told = partsOf(failed).filter(({ count }) => count > 0);
    expect(told.map(({ words, count }) => `${count} ${words}`)).toEqual(["5 Sent", "1 Failed", "3 Not sent: they said no"]);
  });
});

describe("what happens next to a message", () => {
  const now = new Date("2026-11-27T18:00:00Z");
  const row = {
    status: "PENDING" as const,
    unanswered: false,
    worker: null,
    next_try: "2026-11-27T17:00:00Z",
    last_error: null,
  };
  const next = (given: Partial<Parameters<typeof nextOf>[0]>) => nextOf({ ...row, ...given }, now, "Asia/Beirut");

  it("is its turn, or the time of its next try", () => {
    expect([next({}), next({ next_try: "2026-11-27T18:30:00Z" })]).toEqual(["next in line", "next try 20:30"]);
  });

  it("is what somebody has to do, which its reason says, or a number with more urgent ones before it", () => {
    expect(next({ blocked: true, next_try: null })).toBe("");
    const waits_for = { what: "numbers" as const, phones: ["phone-pc"], busy: true, official: [], off: ["cloud-pc"] };
    // What would help stands with its campaign, once.
    expect(next({ next_try: "2026-11-28T07:30:00Z", waits_for })).toBe(
      "not today. What phone-pc may still send today goes to others first",
    );
  });

  it("is nothing before somebody resumes it, whatever its time", () => {
    const words = "paused: nothing goes until somebody resumes it";
    expect([next({ paused: true }), next({ paused: true, next_try: "2026-11-27T18:30:00Z" })]).toEqual([words, words]);
    expect(next({ paused: true, stopped: true })).toBe("stopped: nothing goes until somebody resumes sending");
    expect(next({ paused: true, status: "IN_PROGRESS", worker: "pc-1" })).toBe("by pc-1");
  });
});

it("of a paused campaign says paused of each guest that waits, and held of one about whom somebody decides", () => {
  const results = [
    { status: "PENDING", error: "phone-pc has sent 20 messages in 24 hours, as many as it may." },
    { status: "PENDING", error: MAY_HAVE_SAID_NO, undecided: true },
    { status: "FAILED", error: "No WhatsApp." },
  ];
  expect(withoutWaiting(results, null)).toEqual(results);
  expect(withoutWaiting(results, null, "paused").map(({ error }) => error)).toEqual([
    "Paused: nothing goes until somebody resumes it.",
    MAY_HAVE_SAID_NO,
    "No WhatsApp.",
  ]);
});
