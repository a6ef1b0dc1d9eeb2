import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { changeLimits, type Limits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { standingClock } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** By which template the screen says a campaign goes out; that it is what the guest gets, tests/sending/preview.test.ts shows. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const named = (templates: Partial<Limits["templates"]>) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } } });

const numberOf = (guest: number) => `03 1111${String(guest).padStart(2, "0")}`;
const campaign = async () => (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;

describe("what is shown before a campaign goes out", () => {
  it("names no template while none is named, and says by which numbers of the last week it counts where nobody is online", async () => {
    await started("pc-1", "cloud:106540352242922");
    await bringIn([`Guest,${numberOf(1)},20/11`]);
    await make(BIRTHDAY);
    await named({ birthday_name: "" });
    expect(await campaign()).toMatchObject({ template: null, guests: [{ by_template: false }] });
    await named({ birthday_name: "birthday" });
    pass(3_600);
    expect(await campaign()).toMatchObject({ template: { name: "birthday" }, guests: [{ by_template: true }] });
  });
});
