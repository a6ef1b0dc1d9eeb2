import { describe, expect, it } from "vitest";
import { badgeOf, lastPress } from "@/components/queue/campaign-badge";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { campaignStateOf } from "@/lib/queue/campaigns/state";

const NONE = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
type Counts = Partial<typeof NONE>;

/** What the badge of a campaign says. @param doubts of the counts, those without an answer */
function badge(given: Counts, doubts: Counts = {}, more: Partial<Campaign> = {}): string {
  const [counts, unanswered] = [
    { ...NONE, ...given },
    { ...NONE, ...doubts },
  ];
  return badgeOf({ state: campaignStateOf(counts, false), counts, unanswered, next_try: null, obstacle: null, ...more }).words;
}

describe("the badge of a campaign", () => {
  it("says that it is being sent only while something is to be sent", () => {
    expect(badge({ SENT: 9, PENDING: 1 })).toBe("Sending");
    expect(badge({ SENT: 9, IN_PROGRESS: 2 }, { IN_PROGRESS: 1 })).toBe("Sending");
    expect(badge({ PENDING: 1 }, {}, { next_try: "2026-11-28T17:27:00Z" })).toBe("Waiting");
    expect(badge({ SENT: 9, IN_PROGRESS: 1, FAILED: 1 }, { IN_PROGRESS: 1 })).toBe("1 without an answer");
    expect(badge({ SENT: 9, IN_PROGRESS: 1, FAILED: 2 }, { IN_PROGRESS: 1, FAILED: 1 })).toBe("2 without an answer");
    expect(badge({ SENT: 9, IN_PROGRESS: 1, CANCELLED: 1 }, { IN_PROGRESS: 1 })).toBe("1 without an answer");
  });

  it("is not Sending where all of it waits for numbers, and is stopped with its branch, paused by itself", () => {
    const waits_for = { what: "numbers" as const, phones: ["phone-pc"], busy: true, official: [], off: [] };
    expect(badge({ PENDING: 11 }, {}, { next_try: "2026-11-28T07:30:00Z", waits_for })).toBe("Waiting");
    expect(badge({ PENDING: 1 }, {}, { waits_for: { what: "decision" } })).toBe("Waiting");
    expect(badge({ PENDING: 2 }, {}, { state: "PAUSED", stopped: true })).toBe("Stopped");
    expect(badge({ PENDING: 2 }, {}, { state: "PAUSED", stopped: false })).toBe("Paused");
  });

  it("says what has become of most of it, and of how many something else", () => {
    expect(badge({ SENT: 13 })).toBe("Done");
    expect(badge({ SENT: 13, CANCELLED: 1 })).toBe("Done · 1 cancelled");
    expect(badge({ SENT: 5, FAILED: 2, CANCELLED: 1 })).toBe("Done · 2 failed · 1 cancelled");
    expect(badge({ SENT: 1, CANCELLED: 2 })).toBe("Cancelled · 1 sent");
    expect(badge({ CANCELLED: 12 })).toBe("Cancelled");
    expect(badge({ FAILED: 2 })).toBe("Failed");
    expect(badge({ SENT: 1, FAILED: 4 })).toBe("Failed · 1 sent");
    expect(badge({ SENT: 2, FAILED: 4 }, {}, { said_no: 3 })).toBe("Not sent: they said no · 2 sent · 1 failed");
    expect(badge({ SENT: 9, FAILED: 2 }, {}, { said_no: 2 })).toBe("Done · 2 said no");
  });
});

describe("who queued a campaign", () => {
  const first = { created_by: "hiba", created_at: "2026-11-27T17:30:00Z" };

  it("is who did it last, where it was queued anew", () => {
    expect(lastPress(first)).toBe(null);
    expect(lastPress({ ...first, last_by: "rima", last_at: "2026-11-27T17:38:00Z" })).toEqual({ by: "rima", at: "2026-11-27T17:38:00Z" });
  });

  it("is nobody else for the parts in which one press is dealt", () => {
    expect(lastPress({ ...first, last_by: "hiba", last_at: "2026-11-27T17:30:02Z" })).toBe(null);
  });
});
