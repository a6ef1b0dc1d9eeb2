import { beforeEach, describe, expect, it } from "vitest";
import { greetedToday, greetingsInWords } from "@/components/home/greeted-today";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";

/** Home says how far today's greetings are, and not only how many celebrate. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const TODAY = "2026-11-20";
const NONE = { sent: 0, waits: 0, doubts: 0, failed: 0, cancelled: 0, sandbox: 0, misses: 0 };

beforeEach(() => {
  enterHouse();
  begin();
});

const greet = async (branch: "jounieh" | "batroun", date: string, ...phones: string[]) => {
  const items = phones.map((phone) => ({ name: "Nour", phone }));
  await call("admin", enqueueBatch, { body: { items, message: "Happy birthday", campaign: "birthday", date }, branch });
};

const told = async (branch: string | null) =>
  greetedToday((await call("admin", listCampaigns, { query: {} })).answer, { today: TODAY, branch });

describe("today's greetings", () => {
  it("are those of the day and of the restaurant, at central of all", async () => {
    expect(await told("jounieh")).toEqual(NONE);
    await greet("jounieh", TODAY, "76 500 001", "76 500 002");
    await greet("batroun", TODAY, "76 500 003");
    await greet("jounieh", "2026-11-21", "76 500 004");
    expect([await told("jounieh"), await told("batroun"), await told(null)]).toEqual([
      { ...NONE, waits: 2 },
      { ...NONE, waits: 1 },
      { ...NONE, waits: 3 },
    ]);
    const pc = await started("pc", "baileys:9613000001");
    const [first, second] = await pc.claim(20);
    if (!first || !second) throw new Error("nothing to claim");
    await pc.begin(first);
    await pc.say(first, { outcome: "accepted" });
    expect(await told(null)).toEqual({ ...NONE, sent: 1, waits: 2 });
    pass(60);
    await pc.beat();
    await pc.begin(second);
    await pc.say(second, { outcome: "not_sent", fault: "recipient" });
    expect(await told(null)).toEqual({ ...NONE, sent: 1, waits: 1, failed: 1 });
  });

  it("are said in a few words, and not at all where none was queued", () => {
    const words = (greeted: Partial<typeof NONE>, celebrating = 0) => greetingsInWords({ ...NONE, ...greeted }, celebrating);
    expect(words({ sent: 9, waits: 2, doubts: 1 }, 12)).toBe("9 greeted · 2 wait · 1 without an answer yet");
    expect(words({ waits: 1 })).toBe("0 greeted · 1 waits");
    expect(words({ sent: 12 })).toBe("12 greeted");
    expect(words({}, 3)).toBe("nobody greeted yet");
  });

  it("count who failed, who would miss the day, and who has no message here", () => {
    const words = (greeted: Partial<typeof NONE>, celebrating: number) => greetingsInWords({ ...NONE, ...greeted }, celebrating);
    expect(words({ sent: 57 }, 61)).toBe("57 greeted · 4 not queued");
    expect(words({ sent: 10, failed: 1 }, 11)).toBe("10 greeted · 1 failed");
    expect(words({ waits: 11, misses: 11 }, 11)).toBe("0 greeted · 11 wait and would miss the day");
    expect(words({ waits: 11, misses: 3, cancelled: 1 }, 12)).toBe("0 greeted · 11 wait, 3 would miss the day · 1 cancelled");
  });
});
