import { describe, expect, it } from "vitest";
import { forecastInWords, orderInWords, restInWords, sendersOf } from "@/components/queue/forecast-words";
import { waitingInWords, whenNext } from "@/components/queue/next-try";
import type { Forecast } from "@/lib/queue/forecast/contract";

const by = (worker: string, count: number) => ({ id: worker, worker, count });
const way = (what: "start" | "template", worker: string, more: number) => ({ what, worker, more, who: [] });
const some = (total: number, today: number, more: Partial<Forecast> = {}): Forecast => ({
  total,
  today,
  by: today > 0 ? [by("phone-pc", today)] : [],
  ways: [],
  ...more,
});

describe("how many can go today", () => {
  it("is said with the worker, and with what would let more go, the quickest first", () => {
    const words = (...given: Parameters<typeof some>) => forecastInWords(some(...given), "birthday", "Asia/Beirut");
    expect(words(57, 12, { ways: [way("template", "cloud-pc", 45)] })).toBe(
      "At most 12 of 57 can go today by phone-pc; naming a template for cloud-pc would let the rest go.",
    );
    expect(words(57, 0, { ways: [way("start", "phone-pc", 20), way("template", "cloud-pc", 57)] })).toBe(
      "None of the 57 can go today; starting phone-pc again would let 20 more go; naming a template for cloud-pc would let all of them go.",
    );
    expect(words(57, 12, { ways: [{ ...way("template", "cloud-pc", 45), refused: true }] }), "naming one is no way").toBe(
      "At most 12 of 57 can go today by phone-pc; WhatsApp does not take the template of cloud-pc: with another one, or once WhatsApp takes it and the limits are saved anew, the rest would go.",
    );
    const both = [by("cloud-pc", 37), by("phone-pc", 0)];
    expect(words(57, 37, { by: both })).toBe("At most 37 of 57 can go today by cloud-pc.");
    expect(words(57, 57, { by: both })).toBe("All 57 can go today by cloud-pc and phone-pc.");
    expect(words(57, 50, { by: [by("cloud-pc", 30), by("phone-pc", 20)] })).toBe(
      "At most 50 of 57 can go today: 30 by cloud-pc and 20 by phone-pc.",
    );
    const many = "within 24 hours as many messages as";
    expect(words(1, 0, { had_enough: 1 })).toBe(`It cannot go today: the guest has had ${many} WhatsApp Limits allows.`);
    expect(words(12, 10, { had_enough: 2 })).toBe(`At most 10 of 12 can go today by phone-pc; 2 of the rest have had ${many} a guest may.`);
    expect(words(16, 0, { no_worker: true }), "a PC that is set up later sends them").toBe(
      "No PC is set up to send yet: once one is started, they go, as many a day as its number may send.",
    );
    const start = { worker: "desk-two", silent: true };
    expect(words(11, 11, { start })).toBe("No PC is sending. Start desk-two and all 11 go today.");
    expect(words(1, 1, { start: { ...start, silent: false } })).toBe("No PC that is on can send this. Start desk-two and it goes today.");
    expect(words(57, 12, { start, ways: [way("start", "phone-pc", 45)] })).toBe(
      "No PC is sending. Start desk-two and at most 12 of 57 go today; starting phone-pc again would let the rest go.",
    );
    const first = "2026-11-27T18:45:00Z";
    expect(words(57, 12, { first })).toBe("At most 12 of 57 can go today by phone-pc, the first at about 20:45.");
    expect(words(1, 1, { first })).toBe("It can go today by phone-pc, at about 20:45.");
    expect([words(1, 1), words(1, 0)]).toEqual(["It can go today by phone-pc.", "It cannot go today."]);
    expect(forecastInWords(some(2, 1), "menu", "Asia/Beirut"), "nothing goes before menus").toBe("1 of 2 can go today by phone-pc.");
  });

  it("leaves the rest its own fate", () => {
    expect(restInWords(some(57, 12), "birthday", true)).toBe(
      "The other 45 would miss the birthday: what has not gone today is not sent by itself.",
    );
    expect(restInWords(some(57, 12), "birthday", false)).toBe("The other 45 wait for another day.");
    expect(restInWords(some(2, 1), "service", false)).toBe("The other one waits for another day.");
    expect(restInWords(some(3, 0), "menu", false)).toBe("All of them would come too late for this evening: show the menu at the table.");
    expect(restInWords(some(3, 3), "menu", false)).toBeNull();
  });

  it("says of the rest what becomes of it if nobody does what would help, and not as a certainty after that", () => {
    const helped = (total: number, today: number) => some(total, today, { ways: [way("start", "cloud-pc", total - today)] });
    expect(restInWords(helped(57, 12), "birthday", true)).toBe(
      "Otherwise the other 45 would miss the birthday: what has not gone today is not sent by itself.",
    );
    expect(restInWords(helped(1, 0), "service", false)).toBe("Otherwise it waits for another day.");
    expect(restInWords(helped(3, 0), "menu", false)).toBe(
      "Otherwise all of them would come too late for this evening: show the menu at the table.",
    );
    expect(restInWords(helped(3, 3), "menu", false)).toBeNull();
  });

  it("names no worker by which nothing goes, where all can go", () => {
    const [phone, cloud] = [
      { id: "phone-pc", can_send: true },
      { id: "cloud-pc", can_send: true },
    ];
    const workers = [phone, cloud];
    const off = { id: "old-pc", can_send: false };
    expect(sendersOf(workers, some(3, 3), false)).toEqual([phone]);
    expect(sendersOf([...workers, off], some(3, 3), false), "whoever is off may be started").toEqual([phone, off]);
    expect(sendersOf(workers, some(3, 2), false), "the others go another day, by whichever").toEqual(workers);
    expect(sendersOf(workers, some(3, 2), true), "the others never go").toEqual([phone]);
    expect(sendersOf(workers, some(3, 0), true)).toEqual([]);
    expect(sendersOf(workers, null, true)).toEqual(workers);
    const started = some(3, 3, { start: { worker: "old-pc", silent: true }, by: [by("old-pc", 3)] });
    expect(sendersOf([{ ...phone, can_send: false }, off], started, true), "the text is that of whom to start").toEqual([off]);
  });
});

it("when what waits is tried, or given up", () => {
  const now = new Date("2026-11-27T18:00:00Z");
  const zone = "Asia/Beirut";
  expect(whenNext({ next_try: null }, now, zone)).toBeNull();
  expect(whenNext({ next_try: "2026-11-28T17:27:00Z" }, now, zone)).toBe("next try Sat 28 Nov 2026, 19:27");
  expect(whenNext({ next_try: "2026-11-27T19:00:00Z" }, now, zone)).toBe("next try 21:00");
  expect(whenNext({ next_try: "2026-11-28T17:27:00Z", too_late: true }, now, zone)).toBe(
    "too late for this evening: show the menu at the table",
  );
  expect(whenNext({ next_try: "2026-11-27T19:00:00Z", waits_for: { what: "decision" } }, now, zone)).toBe(
    "for your decision whether the guest said no",
  );
  const numbers = { what: "numbers" as const, phones: ["phone-pc"], official: [], off: ["cloud-pc"] };
  expect(whenNext({ next_try: "2026-11-28T17:27:00Z", waits_for: numbers }, now, zone)).toBe(
    "next try Sat 28 Nov 2026, 19:27. phone-pc has sent as much as it may; starting cloud-pc again would help",
  );
  expect(whenNext({ next_try: "2026-11-27T22:00:00Z", ends: true }, now, zone)).toBe("for a number that can send it before 00:00");
  const in_vain = "Misses the birthday: no number can.";
  expect(whenNext({ next_try: "2026-11-27T17:00:00Z", ends: true, in_vain }, now, zone)).toBe(in_vain);
  const raised = "Misses the birthday: no number can. A higher limit lets it go. Who can: Rima.";
  expect(
    whenNext({ next_try: "2026-11-27T17:00:00Z", in_vain: raised }, now, zone, { mayMend: true }),
    "whoever may change it is told where",
  ).toBe("Misses the birthday: no number can. A higher limit lets it go. You can: Options, WhatsApp Limits.");
  expect([in_vain, null].map((one) => waitingInWords({ next_try: "2026-11-27T19:00:00Z", in_vain: one }, now, zone))).toEqual([
    in_vain,
    "Waiting: next try 21:00.",
  ]);
});

it("says what goes first, and what goes after it, wherever a number is said that others can take", () => {
  expect(orderInWords(some(12, 10), "birthday", "Asia/Beirut")).toBe("Menus and letters that are queued later go first.");
  expect(orderInWords(some(12, 12), "birthday", "Asia/Beirut")).toBe("Menus and letters that are queued later go first.");
  expect(orderInWords(some(8, 4), "service", "Asia/Beirut")).toBe("Menus that are queued later go first.");
  expect(orderInWords(some(8, 4, { behind: 11 }), "service", "Asia/Beirut")).toBe(
    "Menus that are queued later go first. 11 birthday greetings that wait go after these letters, and may miss their day.",
  );
  expect(orderInWords(some(1, 1, { behind: 1 }), "service", "Asia/Beirut")).toBe(
    "Menus that are queued later go first. 1 birthday greeting that waits goes after this letter, and may miss its day.",
  );
  const [nour, sami] = [
    { name: "Nour", from: "2026-11-27T08:05:00Z", to: "2026-11-27T08:20:00Z" },
    { name: "Sami", from: "2026-11-27T19:20:00Z", to: null },
  ];
  expect(orderInWords(some(1, 1, { behind: 3, pushed: { count: 1, misses: 0, some: [nour] } }), "service", "Asia/Beirut")).toBe(
    "Menus that are queued later go first. 1 birthday greeting that waits goes later because of this letter: Nour at about 10:20 in place of 10:05.",
  );
  expect(orderInWords(some(8, 4, { behind: 9, pushed: { count: 5, misses: 1, some: [nour, sami] } }), "service", "Asia/Beirut")).toBe(
    "Menus that are queued later go first. 5 birthday greetings that wait go later because of these letters: Nour at about 10:20 in place of 10:05, Sami not today any more, in place of 21:20 and 3 more. 1 of them misses its day.",
  );
  expect(orderInWords(some(8, 4, { behind: 9, pushed: null }), "service", "Asia/Beirut"), "they go in time as before").toBe(
    "Menus that are queued later go first.",
  );
  expect([orderInWords(some(8, 0), "service", "Asia/Beirut"), orderInWords(some(8, 4, { behind: 3 }), "menu", "Asia/Beirut")]).toEqual([
    null,
    null,
  ]);
});
