import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { health } from "@/lib/health/contract";
import type { BranchKey } from "@/lib/known-branches";
import { cancelCampaign, listCampaigns, pauseCampaign, readCampaign, resumeCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, queuePending } from "@/lib/queue/contract";
import { cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";

const { begin } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const DATE = "2026-12-03";
const HOUSES = ["jounieh", "batroun", "tripoli"] as const;
let guests = 500_000;

async function greet(branch: BranchKey, count = 2): Promise<string> {
  const items = Array.from({ length: count }, () => ({ name: "Nour", phone: `76 ${++guests}` }));
  const body = { items, message: `Hello from ${branch}`, campaign: "birthday" as const, date: DATE };
  return (await call("admin", enqueueBatch, { body, branch })).answer.task_id ?? "";
}

const one = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer;
const texts = (items: readonly { text: string }[]) => items.map(({ text }) => text.replace("Hello from ", "")).sort();

describe("one campaign of a date over several branches", () => {
  it("says of each of its messages that wait that it is paused; of all of a branch while the branch is", async () => {
    const [jounieh] = [await greet("jounieh", 1), await greet("batroun", 1), await greet("tripoli", 1)];
    const paused = async () => (await call("admin", queuePending)).answer.items.flatMap((one) => (one.paused ? [one.branch] : [])).sort();
    expect(await paused()).toEqual([]);
    await call("staff", pauseCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect(await paused()).toEqual(["jounieh"]);
    await call("staff", cancelSending, { branch: "batroun" });
    expect(await paused()).toEqual(["batroun", "jounieh"]);
    await call("staff", resumeCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect(await paused()).toEqual(["batroun"]);
  });

  it("is no stopped sending: Home says how many are paused", async () => {
    const [jounieh] = [await greet("jounieh", 1), await greet("batroun", 3)];
    await call("staff", pauseCampaign, { params: { id: jounieh }, branch: "jounieh" });
    const told = async () => (await call("admin", health)).answer.sending;
    expect(await told()).toMatchObject({ waiting: 4, stopped: false, held: { stopped: 0, paused: 1, branches: [] } });
    await call("staff", cancelSending, { branch: "jounieh" });
    expect(await told()).toMatchObject({ stopped: false, held: { stopped: 1, paused: 0 } });
    await call("staff", cancelSending, { branch: "batroun" });
    expect(await told(), "the others are not").toMatchObject({
      stopped: false,
      held: { stopped: 4, paused: 0, branches: ["batroun", "jounieh"] },
    });
    await call("admin", cancelSending, { body: { whole_group: true } });
    expect(await told()).toMatchObject({ stopped: true });
  });

  it("is paused and resumed alone, by whoever is signed in: the others go on", async () => {
    const [jounieh] = [await greet("jounieh"), await greet("batroun"), await greet("tripoli")];
    const pc = await started("pc");
    const { answer } = await call("staff", pauseCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect(answer).toMatchObject({ branch: "jounieh", state: "PAUSED", paused: { by: expect.stringMatching(/\w/) } });
    const { campaigns } = (await call("admin", listCampaigns, { query: {} })).answer;
    expect(campaigns.map(({ branch, state }) => [branch, state]).sort()).toEqual([
      ["batroun", "SENDING"],
      ["jounieh", "PAUSED"],
      ["tripoli", "SENDING"],
    ]);
    await greet("jounieh", 1); // more of the same campaign
    expect(texts(await pc.claim(20))).toEqual(["batroun", "batroun", "tripoli", "tripoli"]);
    await call("staff", resetCancel, { branch: "jounieh" });
    expect(await pc.claim(20), "the branch's pause is another one").toEqual([]);
    const resumed = await call("staff", resumeCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect(resumed.answer).toMatchObject({ state: "SENDING", paused: null });
    expect(texts(await pc.claim(20))).toEqual(["jounieh", "jounieh", "jounieh"]);
  });

  it("is held back at the last gate, and taken out of a worker's hands", async () => {
    const [jounieh] = [await greet("jounieh"), await greet("batroun")];
    const pc = await started("pc");
    const given = await pc.claim(20);
    const mine = given.filter(({ text }) => text.endsWith("jounieh"));
    const [first, second] = mine;
    if (!first || !second) throw new Error("nothing to claim");
    await call("staff", pauseCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect((await pc.begin(first)).answer).toMatchObject({ go: false, reason: "cancelled" });
    pc.journal.set(second.id, { item: second, state: "prepared" });
    expect((await pc.beat()).revoked).toEqual([second.id]);
  });

  it("is cancelled alone, and sent again is no longer stopped", async () => {
    const [jounieh, batroun] = [await greet("jounieh"), await greet("batroun")];
    const pc = await started("pc");
    await call("staff", pauseCampaign, { params: { id: jounieh }, branch: "jounieh" });
    const { answer } = await call("staff", cancelCampaign, { params: { id: jounieh }, branch: "jounieh" });
    expect(answer).toMatchObject({ state: "STOPPED", cancelled_items: 2, still_sending: 0, paused: null });
    expect(answer.detail).toContain("the birthdays of 3 Dec 2026");
    expect((await one(batroun)).counts.PENDING).toBe(2);
    await greet("jounieh", 1);
    expect(texts(await pc.claim(20))).toEqual(["batroun", "batroun", "jounieh"]);
  });

  it("is that of the branch that was chosen, and of no other", async () => {
    const id = await greet("batroun");
    for (const contract of [pauseCampaign, resumeCampaign, cancelCampaign]) {
      expect((await call("admin", contract, { params: { id }, branch: "jounieh" })).status).toBe(404);
    }
    expect(await one(id)).toMatchObject({ state: "SENDING", paused: null });
  });

  it("stands in the trail by its name", async () => {
    const ids = await Promise.all(HOUSES.map((branch) => greet(branch)));
    await call("admin", pauseCampaign, { params: { id: ids[0] ?? "" }, branch: "jounieh" });
    const { entries } = (await call("admin", listAudit, { query: {} })).answer;
    expect(entries[0]?.what).toContain("sending of the birthdays of 3 Dec 2026 of Jounieh");
  });
});
