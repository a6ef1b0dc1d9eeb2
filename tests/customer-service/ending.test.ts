import { describe, expect, it } from "vitest";
import { endingOf, partsOf } from "@/components/customer-service/outcome";

const task = (sent: number, failed: number, cancelled = 0) => ({ total: sent + failed + cancelled, sent, failed, cancelled });

describe("how a letter has ended", () => {
  it("is done, in green, where all of it went out", () => {
    expect(endingOf(task(3, 0), 0)).toEqual({ tone: "success", words: "Done." });
    expect(partsOf(task(3, 0), 0)).toEqual([{ label: "Sent", value: 100, color: "success" }]);
  });

  it("is not green where somebody did not get it, and says what comes next", () => {
    expect(endingOf(task(2, 1), 0)).toMatchObject({
      tone: "warning",
      words: expect.stringMatching(/^1 guest did not get it\. .*New message/),
    });
    expect(partsOf(task(2, 1), 0).map(({ label, color }) => [label, color])).toEqual([
      ["Sent", "primary"],
      ["Failed", "danger"],
    ]);
    expect(partsOf(task(2, 1), 0)[0]?.value).toBeCloseTo(66.7, 1);
  });

  it("is no full bar of success where nobody got it", () => {
    expect(endingOf(task(0, 1), 0)).toMatchObject({ tone: "warning", words: expect.stringMatching(/^Nobody got it\./) });
    expect(partsOf(task(0, 1), 0)).toEqual([{ label: "Failed", value: 100, color: "danger" }]);
  });

  it("says of one without an answer that it may have arrived, and not that the guest did not get it", () => {
    const [one, some] = [
      { ...task(0, 0), total: 1, doubts: 1 },
      { ...task(1, 1), total: 4, doubts: 2 },
    ];
    expect(endingOf(one, 0)).toEqual({
      tone: "warning",
      words: "1 message has no answer and may have arrived. Say beside the name what became of it, once you know.",
    });
    expect(endingOf(some, 0)).toMatchObject({
      tone: "warning",
      words: expect.stringMatching(/^1 guest did not get it\. .* 2 messages have no answer and may have arrived\./),
    });
    expect(partsOf(some, 0).map(({ label, value }) => [label, value])).toEqual([
      ["Sent", 25],
      ["No answer yet", 50],
      ["Failed", 25],
    ]);
  });

  it("says that what was cancelled did not go out, and that the sandbox is no guest", () => {
    expect(endingOf(task(1, 0, 2), 0)).toMatchObject({ tone: "info", words: expect.stringMatching(/^2 messages did not go out/) });
    expect(endingOf(task(2, 0), 2)).toMatchObject({ tone: "info" });
    expect(partsOf(task(2, 0), 2)).toMatchObject([{ color: "primary" }]);
  });
});
