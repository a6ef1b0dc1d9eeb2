import { describe, expect, it } from "vitest";
import { partsOf } from "@/components/sending/queue-totals";
import { isOnlyUnanswered, unansweredOf, waitingOf } from "@/components/sending/unanswered";

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
      "3 No answer yet: may have arrived",
    ]);
  });

  it("names a campaign when nothing else is left of it", () => {
    expect(isOnlyUnanswered({ counts, unanswered })).toBe(false);
    expect(isOnlyUnanswered({ counts: { ...NONE, SENT: 1, IN_PROGRESS: 2, FAILED: 1 }, unanswered })).toBe(true);
    expect(isOnlyUnanswered({ counts: { ...NONE, IN_PROGRESS: 2, FAILED: 2 }, unanswered })).toBe(false);
    expect(isOnlyUnanswered({ counts: { ...NONE, SENT: 1 }, unanswered: undefined })).toBe(false);
  });
});
