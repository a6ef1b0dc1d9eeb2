import { describe, expect, it } from "vitest";
import { sameInWords, whenInWords } from "@/components/menus/queue-box";
import { toWhoCan } from "@/lib/queue/who-may-send";

/** A guest sits at the table tonight: what a menu waits for says until when, and whether that is in time. */
describe("a menu that waits", () => {
  const now = new Date("2026-11-27T18:00:00Z");
  const words = (...results: Parameters<typeof whenInWords>[0][number][]) => whenInWords(results, now, "Asia/Beirut");
  const waits = (next_try: string, too_late = false) => ({ status: "PENDING" as const, next_try, too_late, in_vain: null });

  it("says when it is tried next", () => {
    expect(words(waits("2026-11-27T18:10:00Z"), waits("2026-11-27T18:05:00Z"))).toBe("Waiting: next try 20:05.");
    expect(words({ status: "SENT", next_try: null })).toBe(null);
  });

  it("says nothing of one whose turn it is", () => {
    expect(words(waits("2026-11-27T17:59:00Z"), waits("2026-11-27T18:05:00Z"))).toBe(null);
    expect(words({ status: "PENDING" }), "a server of an older version").toBe(null);
  });

  it("says that it is too late then, and what to do", () => {
    const late = { ...waits("2026-11-28T03:00:00Z", true), in_vain: "Too late for this evening: show the menu at the table." };
    expect(words(late)).toBe("Too late for this evening: show the menu at the table.");
    expect(words(late, waits("2026-11-27T18:05:00Z"))).toBe(
      "Waiting: next try 20:05. 1 is too late for this evening: show them the menu at the table.",
    );
  });

  it("names the way out as long as there is one", () => {
    const numbers = { what: "numbers" as const, phones: ["phone-pc"], official: ["cloud-pc"], off: [], who: ["admin"] };
    expect(words({ ...waits("2026-11-28T03:00:00Z", true), waits_for: numbers })).toBe(
      "Waiting: for a number that can send it before 05:00. phone-pc has sent as much as it may; naming a template for cloud-pc would let them go. Who can: admin. Else show the menu at the table.",
    );
    const told = whenInWords([{ ...waits("2026-11-28T03:00:00Z", true), waits_for: numbers }], now, "Asia/Beirut", true);
    expect(told, "to whoever can herself").toContain("would let them go. You can: Options, WhatsApp Limits. E");
    const refused = { ...numbers, official: [], refused: ["cloud-pc"] };
    expect(words({ ...waits("2026-11-28T03:00:00Z", true), waits_for: refused })).toContain(
      "WhatsApp does not take the template of cloud-pc: look at it in Meta’s settings, then save WhatsApp Limits anew, with it or with another one. Who can: admin.",
    );
  });
});

it("whoever may see to a template is told where, in the server's own sentences too", () => {
  expect(toWhoCan("Name a template for cloud-pc in WhatsApp Limits. Who can: admin, Dr. Rima.")).toBe(
    "Name a template for cloud-pc in WhatsApp Limits. You can: Options, WhatsApp Limits.",
  );
  expect(toWhoCan("This number has no WhatsApp.")).toBe("This number has no WhatsApp.");
});

it("whoever presses second hears who had queued the menu, and not that guests were left out", () => {
  expect(sameInWords(4, ["Rima"], "Tony")).toBe("Rima had queued this menu for 4 guests before, and nobody gets it twice.");
  expect(sameInWords(1, ["Tony", "Rima", "Sara"], "Tony")).toBe(
    "Rima and Sara had queued this menu for 1 guest before, and nobody gets it twice.",
  );
  expect(sameInWords(2, ["Tony"], "Tony"), "on another tablet").toBe(
    "You had queued this menu for 2 guests before, and nobody gets it twice.",
  );
  expect(sameInWords(2, [], "Tony"), "a server of an older version").toMatch(/^Somebody had queued/);
});
