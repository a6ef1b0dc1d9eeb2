import { describe, expect, it } from "vitest";
import { nameOf, whomInWords } from "@/components/queue/campaign-name";
import { cancelledText } from "@/lib/queue/campaigns/state";

const AT = { created_at: "2026-11-27T13:12:00.000Z", branch: "jounieh", date: null, table_name: "" };
const name = (campaign: Parameters<typeof nameOf>[0]) => nameOf(campaign, "Asia/Beirut");

describe("what a campaign is called", () => {
  it("tells one letter from another, by when it was queued", () => {
    expect(name({ ...AT, kind: "service" })).toBe("Customer Service of Fri 27 Nov 2026, 15:12 · Jounieh");
  });

  it("names a table and its evening as people say them", () => {
    expect(name({ ...AT, kind: "menu", table_name: "2026-11-27 table 12" })).toBe("Menu · table 12 of Fri 27 Nov 2026 · Jounieh");
    expect(name({ ...AT, kind: "menu", table_name: "the terrace" })).toBe("Menu · the terrace · Jounieh");
  });

  it("names the date of birthdays", () => {
    expect(name({ ...AT, kind: "birthday", date: "2026-11-20" })).toBe("Birthdays of Fri 20 Nov 2026 · Jounieh");
  });
});

it("a letter is told from another of the same minute by its first guests", () => {
  const counts = { PENDING: 1, IN_PROGRESS: 0, SENT: 2, FAILED: 0, CANCELLED: 0 };
  expect(whomInWords({ to: ["Tony", ""], counts })).toBe("To Tony, a guest without a name and 1 more.");
  expect(whomInWords({ to: ["Tony", "Sara"], counts: { ...counts, SENT: 1 } })).toBe("To Tony and Sara.");
  expect(whomInWords({ counts })).toBeUndefined();
});

it("what was cancelled of one is said in words, also where nothing waited", () => {
  const birthdays = { kind: "birthday", date: "2026-11-27" };
  expect(cancelledText(birthdays, 2)).toBe("2 messages of the birthdays of 27 Nov 2026 were cancelled.");
  expect(cancelledText(birthdays, 1)).toBe("1 message of the birthdays of 27 Nov 2026 was cancelled.");
  expect(cancelledText({ kind: "service", date: null }, 0)).toBe(
    "Nothing of a letter of Customer Service was cancelled: none of it waited.",
  );
});
