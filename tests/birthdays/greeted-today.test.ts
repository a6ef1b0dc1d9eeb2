import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { birthdaysInWords } from "@/components/home/birthdays-today";
import { belatedInWords, greetingsInWords, missedInWords } from "@/components/home/greeted-today";
import { resumedInWords } from "@/components/queue/sending-pause";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { setOptOut } from "@/lib/opt-outs/contract";
import { listCampaigns, pauseCampaign, resumeCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, queuePending } from "@/lib/queue/contract";
import { sendingDay } from "@/lib/queue/day/contract";
import { endOutOfTime } from "@/lib/queue/leases/out-of-time";
import { cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse, type Person } from "../support/house";
import { capNumbers, started } from "../support/queue";

/** Home says how far today's greetings are, of each guest who celebrates, and not only how many do. */

const TODAY = "2026-11-20";
const NONE = {
  sent: 0,
  waits: 0,
  stopped: 0,
  paused: 0,
  doubts: 0,
  failed: [],
  cancelled: 0,
  sandbox: 0,
  misses: 0,
  to_decide: 0,
  not_queued: 0,
  left: [],
  celebrating: 0,
};

beforeEach(() => {
  enterHouse();
  clockAt("2026-11-20T12:00:00Z");
});

const greet = (branch: "jounieh" | "batroun", date: string, ...phones: string[]) => {
  const items = phones.map((phone) => ({ name: "Nour", phone }));
  return call("admin", enqueueBatch, { body: { items, message: "Happy birthday", campaign: "birthday", date }, branch });
};
const told = async (branch: string, as: Person = "admin") => (await call(as, sendingDay, { branch })).answer;

describe("today's greetings", () => {
  it("count each guest of the book once, at central of all restaurants", async () => {
    await bringIn(["Maya,03 111111,20/11", "Sami,03 222222,20/11", "Saab,03 444444,20/11", "Solo,,20/11"]);
    await bringIn(["Maya,03 111111,20/11", "Lara,03 333333,20/11"], "batroun");
    await call("admin", setOptOut, { body: { phones: "03 444444", opted_out: true } });
    await greet("jounieh", TODAY, "03 111111", "03 222222");
    await greet("batroun", TODAY, "03 333333");
    const left = [
      { why: "No usable number", count: 1 },
      { why: "Said no", count: 1 },
    ];
    expect((await told("jounieh")).greetings).toEqual({ ...NONE, celebrating: 4, waits: 2, left });
    // The number of Batroun's Maya is greeted by Jounieh: she is greeted once, and counted in both books.
    expect((await told("batroun")).greetings).toEqual({ ...NONE, celebrating: 2, waits: 2 });
    expect((await told("central")).greetings).toEqual({ ...NONE, celebrating: 6, waits: 4, left });
    const pc = await started("pc", "baileys:9613000001");
    const [first, second] = await pc.claim(20);
    if (!first || !second) throw new Error("nothing to claim");
    await pc.begin(first);
    await pc.say(first, { outcome: "accepted" });
    clockAt("2026-11-20T12:01:00Z");
    await pc.beat();
    await pc.begin(second);
    await pc.say(second, { outcome: "not_sent", fault: "recipient" });
    expect((await told("jounieh")).greetings).toEqual({ ...NONE, celebrating: 4, sent: 1, failed: ["Sami"], left });
    expect((await told("batroun")).greetings, "greeted by Jounieh").toEqual({ ...NONE, celebrating: 2, sent: 1, waits: 1 });
  });

  it("count at the number's cap how many would miss the day", async () => {
    await capNumbers({ phoneDay: 1, phoneHour: 60, cloudDay: 250, template: false });
    await bringIn(["Maya,03 111111,20/11", "Sami,03 222222,20/11", "Lara,03 333333,20/11"]);
    await greet("jounieh", TODAY, "03 111111", "03 222222", "03 333333");
    const pc = await started("pc", "baileys:9613000001");
    const [first] = await pc.claim();
    if (!first) throw new Error("nothing to claim");
    await pc.begin(first);
    await pc.say(first, { outcome: "accepted" });
    expect((await told("jounieh")).greetings).toEqual({ ...NONE, celebrating: 3, sent: 1, waits: 2, misses: 2 });
  });

  it("count the same with the PC off, as long as somebody could start it", async () => {
    await capNumbers({ phoneDay: 1, phoneHour: 60, cloudDay: 250, template: false });
    await bringIn(["Maya,03 111111,20/11", "Sami,03 222222,20/11", "Lara,03 333333,20/11"]);
    await greet("jounieh", TODAY, "03 111111", "03 222222", "03 333333");
    await started("pc", "baileys:9613000001");
    clockAt("2026-11-20T12:05:00Z");
    expect((await told("jounieh")).greetings).toMatchObject({ waits: 3, misses: 2 });
    const { answer } = await call("admin", queuePending, {});
    expect(
      answer.items.map(({ next_try, waits_for }) => [next_try, waits_for]),
      "none of them before it is on",
    ).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it("of a branch whose sending is stopped, and of a campaign that is paused, are told apart from those that wait", async () => {
    await bringIn(["Maya,03 111111,20/11", "Sami,03 222222,20/11"]);
    await greet("jounieh", TODAY, "03 111111", "03 222222");
    await started("pc", "baileys:9613000001");
    const [first] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
    await call("admin", pauseCampaign, { params: { id: first?.id ?? "" } });
    expect((await told("jounieh")).greetings).toEqual({ ...NONE, celebrating: 2, waits: 2, paused: 2 });
    await call("admin", resumeCampaign, { params: { id: first?.id ?? "" } });
    await call("admin", cancelSending);
    expect((await told("jounieh")).greetings).toEqual({ ...NONE, celebrating: 2, waits: 2, stopped: 2 });
    clockAt("2026-11-20T20:00:00Z");
    const resumed = (await call("admin", resetCancel)).answer;
    expect(resumed).toMatchObject({ cancelled: false, misses: 2, next: { in_vain: expect.stringMatching(/^Misses the birthday/) } });
    expect(resumedInWords(resumed, new Date("2026-11-20T20:00:00Z"), "Asia/Beirut")).toMatch(
      /^What was cancelled stays cancelled\. Misses/,
    );
  });

  it("are said in a few words, and not at all where none was queued", () => {
    const words = (greeted: Partial<typeof NONE> | object) => greetingsInWords({ ...NONE, ...greeted });
    expect(words({ sent: 9, waits: 2, doubts: 1 })).toBe("9 greeted · 2 wait · 1 without an answer");
    expect(words({ waits: 1 })).toBe("0 greeted · 1 waits");
    expect(words({ sent: 12 })).toBe("12 greeted");
    expect(words({ not_queued: 3 })).toBe("nobody greeted yet");
    expect(words({ not_queued: 3, left: [{ why: "No usable number", count: 1 }] })).toBe("nobody greeted yet · 1 without a usable number");
    const left = [
      { why: "No usable number", count: 2 },
      { why: "Said no", count: 1 },
      { why: "Same number", count: 1 },
    ];
    expect(words({ sent: 57, left })).toBe("57 greeted · 2 without a usable number · 1 said no · 1 with another guest’s number");
    expect(words({ sent: 10, failed: ["Nour Haddad"] })).toBe("10 greeted · 1 failed: Nour Haddad");
    expect(words({ sent: 1, failed: ["Nour", "Sami", "Maya", "Lea"] })).toBe("1 greeted · 4 failed: Nour, Sami and 2 more");
    expect(words({ waits: 11, misses: 11 })).toBe("0 greeted · 11 wait and would miss the day");
    expect(words({ waits: 11, stopped: 11 })).toBe("0 greeted · 11 stopped and would miss the day");
    expect(words({ waits: 12, paused: 11, misses: 1 })).toBe(
      "0 greeted · 1 waits and would miss the day · 11 paused and would miss the day",
    );
    expect(words({ waits: 11, misses: 3, cancelled: 1, not_queued: 1 })).toBe(
      "0 greeted · 11 wait, 3 would miss the day · 1 cancelled · 1 not queued",
    );
  });

  it("are those of the new day after midnight, which is then named", () => {
    expect(birthdaysInWords(0, false, "2026-11-28")).toBe("No guest of the book has a birthday today, 28 Nov");
    expect(birthdaysInWords(61, true, "2026-11-28")).toBe("61 birthdays today, 28 Nov, in the restaurants’ books");
  });
});

describe("what of the day before did not go out", () => {
  const MISSED = {
    kind: "birthday",
    date: TODAY,
    count: 2,
    reasons: [{ reason: "The birthday was over before it could be sent. Nothing went out. Retrying sends it on another day.", count: 2 }],
  };

  it("is told of greetings from midnight on until the day is over, to those who may send them", async () => {
    await greet("jounieh", TODAY, "03 111111", "03 222222");
    clockAt("2026-11-20T21:59:00Z");
    expect((await told("jounieh")).missed).toEqual([]);
    clockAt("2026-11-20T22:05:00Z");
    expect(await endOutOfTime(), "no worker has tried them").toBe(2);
    expect((await told("jounieh")).missed).toEqual([MISSED]);
    expect([(await told("central")).missed, (await told("batroun")).missed]).toEqual([[MISSED], []]);
    expect(await told("jounieh", "keyless")).toEqual({ greetings: null, missed: [], belated: [] });
    clockAt("2026-11-21T22:05:00Z");
    expect((await told("jounieh")).missed).toEqual([]);
  });

  it("is told as waiting where somebody retried it, and goes after those who celebrate today", async () => {
    await greet("jounieh", TODAY, "03 111111", "03 222222");
    clockAt("2026-11-20T22:05:00Z");
    await endOutOfTime();
    clockAt("2026-11-21T08:00:00Z");
    const late = { date: TODAY, branch: "jounieh", another_day: true };
    expect((await call("admin", retryAll, { body: late })).answer).toMatchObject({ retried: 2 });
    await greet("jounieh", "2026-11-21", "03 333333");
    expect((await told("jounieh")).belated).toEqual([{ date: TODAY, count: 2 }]);
    expect(await told("batroun")).toMatchObject({ missed: [], belated: [] });
    expect(belatedInWords(2, TODAY)).toBe("2 greetings of 20 Nov were retried and wait: they go after today’s.");
    expect(belatedInWords(1, TODAY)).toBe("1 greeting of 20 Nov was retried and waits: it goes after today’s.");
    const pc = await started("pc", "baileys:9613000001");
    expect((await pc.claim(1)).map(({ phone }) => phone)).toEqual(["9613333333"]);
  });

  it("is told also where the book of those who celebrate today cannot be read", async () => {
    await greet("jounieh", TODAY, "03 111111", "03 222222");
    clockAt("2026-11-20T22:05:00Z");
    await endOutOfTime();
    await closeStores();
    writeFileSync(storeFile("jounieh", "contacts"), "This is no store.");
    expect(await told("jounieh")).toEqual({ greetings: null, missed: [MISSED], belated: [] });
  });

  it("says how many, why, and of which day", () => {
    const one = { reason: "The evening was over before it could be sent. Nothing went out.", count: 2 };
    const other = { reason: "This number has no WhatsApp.", count: 1 };
    const menu = { kind: "menu" as const, date: "2026-11-27", count: 2, reasons: [one] };
    expect(missedInWords(menu)).toBe(
      "2 menus of last evening, 27 Nov, did not go out. The evening was over before it could be sent. Nothing went out. They are not sent any more: there is nothing to do.",
    );
    expect(missedInWords({ kind: "birthday", date: "2026-11-27", count: 3, reasons: [one, other] })).toBe(
      "3 greetings of yesterday, 27 Nov, did not go out. 2: The evening was over before it could be sent. Nothing went out. 1: This number has no WhatsApp.",
    );
  });
});
