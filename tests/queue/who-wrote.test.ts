import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { openTask, queuePending } from "@/lib/queue/contract";
import { askTemplate } from "@/lib/queue/templates/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { alter } from "../support/stores";

/** An official number takes free words for a day after the guest wrote: who of the chosen has, and whom to ask where that is not enough. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
let hub = "";

beforeEach(() => {
  hub = path.join(enterHouse(), "hub.db");
  begin();
});

const ask = async (...phones: string[]) => (await call("staff", askTemplate, { body: { phones } })).answer;

async function wrote(pc: WorkerPc, from: string): Promise<void> {
  const messages = [{ from, text: "Hello", at: new Date().toISOString() }];
  expect((await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } })).status).toBe(200);
}

/** An official number for which no template is named. */
async function withoutTemplate(): Promise<WorkerPc> {
  const pc = await started("pc-1", "cloud:1");
  alter(hub, "DELETE FROM queue_setting WHERE name = 'limits'");
  return pc;
}

describe("who of the chosen has written", () => {
  it("is told whether or not a template is named, by the places among those asked for", async () => {
    const pc = await withoutTemplate();
    await wrote(pc, "9613222222");
    expect(await ask("03 111111", "03 222222")).toMatchObject({ template: null, guests: [], wrote: [1] });
    pass(25 * 3_600);
    await pc.beat();
    expect(await ask("03 111111", "03 222222")).toMatchObject({ wrote: [] });
  });

  it("is told with a template too, and is who gets none", async () => {
    const pc = await started("pc-1", "cloud:1");
    await wrote(pc, "9613222222");
    expect(await ask("03 111111", "03 222222")).toMatchObject({ template: { name: "letter" }, guests: [0], wrote: [1] });
  });

  it("is nobody's question where no official number sends", async () => {
    await started("pc-1", "baileys:9613999999");
    expect((await ask("03 111111")).wrote).toBeNull();
  });
});

describe("what waits for a template beside what can go", () => {
  it("says whom to ask, as where all of it waits", async () => {
    const pc = await withoutTemplate();
    await wrote(pc, "9613222222");
    const task =
      (
        await write([
          { name: "Tony", phone: "03 111111" },
          { name: "Lina", phone: "03 222222" },
        ])
      ).answer.task_id ?? "";
    await pc.beat();
    for (const item of await pc.claim(2)) await pc.begin(item);
    const sentence = /Name a template for pc-1 in WhatsApp Limits\. Who can: admin\.$/;
    const results = (await call("staff", openTask, { params: { id: task } })).answer.results;
    expect(results.map(({ status, error }) => [status, error])).toEqual([
      ["PENDING", expect.stringMatching(sentence)],
      ["IN_PROGRESS", null],
    ]);
    const [campaign] = (await call("staff", listCampaigns, { query: {} })).answer.campaigns;
    expect(campaign?.reasons).toMatchObject([{ status: "PENDING", reason: expect.stringMatching(sentence) }]);
    const [, waiting] = (await call("staff", queuePending, { query: {} })).answer.items;
    expect(waiting?.last_error).toMatch(sentence);
  });
});
