import { beforeEach, describe, expect, it } from "vitest";
import { greetedToday, greetingsInWords } from "@/components/home/greeted-today";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";

/** Home says how far today's greetings are, and not only how many celebrate. */

const { begin } = standingClock("2026-11-20T12:00:00Z");
const TODAY = "2026-11-20";

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
    expect(await told("jounieh")).toEqual({ sent: 0, waits: 0, doubts: 0 });
    await greet("jounieh", TODAY, "76 500 001", "76 500 002");
    await greet("batroun", TODAY, "76 500 003");
    await greet("jounieh", "2026-11-21", "76 500 004");
    expect([await told("jounieh"), await told("batroun"), await told(null)]).toEqual([
      { sent: 0, waits: 2, doubts: 0 },
      { sent: 0, waits: 1, doubts: 0 },
      { sent: 0, waits: 3, doubts: 0 },
    ]);
    const pc = await started("pc", "baileys:9613000001");
    const [first] = await pc.claim(20);
    if (!first) throw new Error("nothing to claim");
    await pc.begin(first);
    await pc.say(first, { outcome: "accepted" });
    expect(await told(null)).toEqual({ sent: 1, waits: 2, doubts: 0 });
  });

  it("are said in a few words, and not at all where none was queued", () => {
    expect(greetingsInWords({ sent: 9, waits: 2, doubts: 1 })).toBe("9 greeted · 2 wait · 1 without an answer yet");
    expect(greetingsInWords({ sent: 0, waits: 1, doubts: 0 })).toBe("0 greeted · 1 waits");
    expect(greetingsInWords({ sent: 12, waits: 0, doubts: 0 })).toBe("12 greeted");
    expect(greetingsInWords({ sent: 0, waits: 0, doubts: 0 })).toBe("nobody greeted yet");
  });
});
