import { describe, expect, it } from "vitest";
import { endingOf, lastLetterInWords, letterInWords, partsOf } from "@/components/customer-service/outcome";

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
      ["No answer", 50],
      ["Failed", 25],
    ]);
  });

  it("says that what was cancelled did not go out, and that the sandbox is no guest", () => {
    expect(endingOf(task(1, 0, 2), 0)).toMatchObject({ tone: "info", words: expect.stringMatching(/^2 messages did not go out/) });
    expect(endingOf(task(2, 0), 2)).toMatchObject({ tone: "info" });
    expect(partsOf(task(2, 0), 2)).toMatchObject([{ color: "primary" }]);
  });
});

it("a letter is known again by its branch, its hour and its first words", () => {
  const of = (text: string) => letterInWords({ branch: "jounieh", text, at: "2026-11-21T12:00:00Z" }, () => "Sat 21 Nov 2026, 14:00");
  expect(of("How was your evening,\n{name}?")).toBe(
    "The letter of Jounieh, queued Sat 21 Nov 2026, 14:00: “How was your evening, {name}?”",
  );
  expect(of("Dear {name}, we were so glad to have you with us last evening, and hope to see you soon")).toMatch(
    /“Dear \{name\}, we were so glad to have you with us last …”$/,
  );
  expect(of("س".repeat(200))).toMatch(/^The letter .{60,120} …”$/);
});

it("a letter that an older version kept is known by its branch at least", () => {
  const shown = () => "Sat 21 Nov 2026, 14:00";
  expect(lastLetterInWords(null, "batroun", shown)).toBe("The last letter, of Batroun");
  expect(lastLetterInWords(null, undefined, shown)).toBe("The last letter");
  const about = { branch: "jounieh", text: "See you soon", at: "2026-11-21T12:00:00Z" } as const;
  expect(lastLetterInWords(about, "jounieh", shown)).toMatch(/^The letter of Jounieh, queued/);
});
