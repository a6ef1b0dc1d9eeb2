import { describe, expect, it } from "vitest";
import { sentByInWords } from "@/components/birthdays/send-dialog";
import { readersOf, whoGetsTemplate } from "@/components/queue/message-readers";
import type { ShownTemplate } from "@/lib/queue/templates/contract";

const TEMPLATE: ShownTemplate = { name: "birthday_20", language: "en", body: ["name"], text: "Dear {{1}}" };
const GUESTS = [{ name: "Tony" }, { name: "Sara" }, { name: "Rita" }];
const OFFICIAL = { name: "official-pc", transport: "cloud", can_send: true };
const PHONE = { name: "phone-pc", transport: "baileys", can_send: true };

describe("two ways of sending", () => {
  it("are named, each with the text that goes by it", () => {
    expect(whoGetsTemplate(readersOf(GUESTS, TEMPLATE, () => true, [OFFICIAL, PHONE]))).toBe(
      "All of them get one of two texts: the one that Meta has approved if official-pc sends it, and what is written below if phone-pc does.",
    );
  });

  it("are two while the phone is off, or rests, too: it sends what is written once it is back", () => {
    const readers = readersOf(GUESTS, TEMPLATE, () => true, [OFFICIAL, { ...PHONE, can_send: false, could_send: true }]);
    expect(readers).toMatchObject({ orWords: true, ofWords: GUESTS });
    expect(whoGetsTemplate(readers)).toBe(
      "All of them get one of two texts: the one that Meta has approved if official-pc sends it, and what is written below if phone-pc does, which cannot send now.",
    );
  });

  it("are one where the phone has not been there for a day", () => {
    const readers = readersOf(GUESTS, TEMPLATE, () => true, [OFFICIAL, { ...PHONE, can_send: false, could_send: false }]);
    expect(readers).toMatchObject({ orWords: false, ofWords: [] });
    expect(whoGetsTemplate(readers)).toMatch(/^All of them get the text that Meta has approved: they have not written/);
  });
});

it("who sends is not said of what waits for a template", () => {
  expect([sentByInWords(1, false), sentByInWords(0, false), sentByInWords(1, true)]).toEqual([
    "Sent by the worker online.",
    "Sent by the first worker that comes online.",
    "Who wrote within 24 hours gets it now; the others wait in the queue until a template is there.",
  ]);
});
