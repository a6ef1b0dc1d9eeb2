import { beforeEach, describe, expect, it } from "vitest";
import { BUILD } from "@/lib/build";
import { openCampaign as readBirthdays } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { listWorkers } from "@/lib/queue/senders/contract";
import { heartbeat, register } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, write } from "../support/queue";

/** How the workers stand is told with what keeps the messages from going out: of one moment, so that the two cannot contradict each other. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

beforeEach(() => {
  enterHouse();
  begin();
});

async function named(worker_id: string, name: string): Promise<void> {
  const who = { worker_id, boot_id: crypto.randomUUID() };
  await call("worker", register, { body: { ...who, name, version: BUILD, transport: "sandbox", account: "sandbox" } });
  await call("worker", heartbeat, { body: { ...who, transport: { connected: true }, in_flight: [] } });
}

describe("the campaigns' answer", () => {
  it("says of each worker whether it is online, and why none sends", async () => {
    await started("pc-1");
    await write([{ name: "Tony", phone: "03 111111" }]);
    const read = async () => (await call("admin", listCampaigns, { query: {} })).answer;
    expect((await read()).workers_now).toMatchObject({ workers: [{ id: "pc-1", online: true, can_send: true }], obstacle: null });
    pass(60);
    const { workers_now, campaigns } = await read();
    expect(workers_now).toMatchObject({ workers: [{ id: "pc-1", online: false, can_send: false }], obstacle: { what: "worker_off" } });
    expect(campaigns[0]?.obstacle).toEqual(workers_now?.obstacle);
  });

  it("says it with the newest ones alone", async () => {
    await write([{ name: "Tony", phone: "03 111111" }]);
    const [newest] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
    const older = await call("admin", listCampaigns, { query: { before: newest?.id ?? "" } });
    expect(older.answer.workers_now).toBeUndefined();
  });
});

it("comes with a birthday campaign too", async () => {
  await started("pc-1");
  const { answer } = await call("admin", readBirthdays, { query: { date: "2026-11-20" } });
  expect(answer.workers_now).toMatchObject({ workers: [{ id: "pc-1", online: true }], obstacle: null });
});

describe("two workers of one name", () => {
  it("are told apart by what they are called here", async () => {
    await named("cs-1", "cs-pc");
    await named("cs-2", "cs-pc");
    await named("cs-3", "laptop");
    const { workers } = (await call("admin", listWorkers)).answer;
    expect(workers.map(({ name }) => name)).toEqual(["cs-pc (cs-1)", "cs-pc (cs-2)", "laptop"]);
  });

  it("also where one of them is to be started", async () => {
    await named("cs-1", "cs-pc");
    pass(3_600);
    await named("cs-2", "cs-pc");
    pass(60);
    expect((await call("admin", listWorkers)).answer.obstacle).toMatchObject({ worker: { id: "cs-2", name: "cs-pc (cs-2)" } });
  });
});
