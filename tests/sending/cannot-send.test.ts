import { expect, it } from "vitest";
import { nowhereInWords } from "@/components/birthdays/branch-books";
import { cannotSend } from "@/components/queue/without-templates";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import { othersInWords } from "@/lib/queue/queue-texts";

const missing = (kind: "menu" | "birthday" | "service", what: Obstacle["what"] = "no_template"): Obstacle => {
  return { what, kind, reason: "", since: null, worker: null, resumes: false, who: ["admin"] };
};

it("an official number says what it cannot send, and why", () => {
  expect(cannotSend([missing("menu"), missing("birthday"), missing("service", "template_stopped")])).toEqual([
    "It sends no menus or birthdays, except to guests who have written to it within 24 hours: no approved template is named for them.",
    "It sends no letters, except to guests who have written to it within 24 hours: WhatsApp does not take the template.",
  ]);
  expect(cannotSend([missing("birthday")], ["cloud-pc"])).toEqual([
    "cloud-pc sends no birthdays, except to guests who have written to that number within 24 hours: no approved template is named for them.",
  ]);
});

it("the line of the queue speaks of all whose messages are listed", () => {
  expect(othersInWords(false, [], 4)).toBe("So is that of the 4 other restaurants.");
  expect(othersInWords(false, ["Tripoli"], 4)).toBe("That of Tripoli is stopped.");
  expect(othersInWords(true, [], 1)).toBe("That of the other restaurant is on.");
  expect(othersInWords(true, ["Tripoli", "Ehden"], 4)).toBe("That of Tripoli and Ehden is stopped too.");
  expect(othersInWords(false, [], 0)).toBe("");
});

it("central names whom nobody greets, and the way into a restaurant's book", () => {
  expect(nowhereInWords(["Central Only"])).toMatch(
    /^1 guest of central’s own book stands in no restaurant’s, so nobody greets this guest: Central Only\. .+ then Import Contacts at the restaurant\.$/,
  );
  expect(nowhereInWords(["A", "B", "C", "D", "E", "F", "G"])).toContain("nobody greets these guests: A, B, C, D, E and 2 more.");
});
