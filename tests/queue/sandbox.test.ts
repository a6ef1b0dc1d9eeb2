import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { menusSent } from "@/lib/menus/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueue, openTask, queuePending, queueStats } from "@/lib/queue/contract";
import { sandboxFile, sandboxMessages } from "@/lib/queue/sandbox/contract";
import { listWorkers } from "@/lib/queue/senders/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc, write } from "../support/queue";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
});

async function sendMenu(pc: WorkerPc, phone: string): Promise<WorkItem> {
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4 the menu");
  const items = [{ name: "Maya", phone, table_name: "2026-11-20 table 12", message: "Our menu, Maya." }];
  expect((await call("staff", enqueue, { body: { items } })).status).toBe(200);
  await pc.start();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  await pc.say(item, { outcome: "accepted" });
  return item;
}

it("what the sandbox would send is shown with the guest's name, a masked number, the words and the file", async () => {
  const item = await sendMenu(new WorkerPc("pc-1"), "03 111111");
  const { answer } = await call("staff", sandboxMessages);
  expect(answer.items).toEqual([
    {
      id: item.id,
      kind: "menu",
      name: "Maya",
      phone: "+9613 ••• •11",
      branch: "jounieh",
      text: "Our menu, Maya.",
      file: "document",
      file_name: "menu.pdf",
      worker: "pc-1",
      at: "2026-11-20T12:00:00.000Z",
    },
  ]);
  const file = await call("staff", sandboxFile, { params: { id: item.id } });
  expect([file.status, file.answer]).toEqual([200, "%PDF-1.4 the menu"]);
});

it("what was really sent is none of it, nor is a file that anybody names", async () => {
  const item = await sendMenu(new WorkerPc("pc-2", "baileys:9613000001"), "03 111111");
  expect((await call("staff", sandboxMessages)).answer.items).toEqual([]);
  expect((await call("staff", sandboxFile, { params: { id: item.id } })).status).toBe(404);
  for (const id of ["../hub.db", "..%2Fhub.db", "menus/menu.pdf", ""]) {
    const { status } = await call("staff", sandboxFile, { params: { id } });
    expect(status).toBe(400);
  }
});

it("somebody who is limited to other branches sees nothing of it", async () => {
  const item = await sendMenu(new WorkerPc("pc-1"), "03 111111");
  const { headers } = await makePerson("local", { branches: ["batroun"] });
  expect((await call("nobody", sandboxMessages, { headers })).answer.items).toEqual([]);
  expect((await call("nobody", sandboxFile, { headers, params: { id: item.id } })).status).toBe(404);
  expect((await call("keyless", sandboxMessages)).status).toBe(403);
});

it("its file is given to those alone who may send such a message", async () => {
  const item = await sendMenu(new WorkerPc("pc-1"), "03 111111");
  await makeRole("letters", ["nav_customer_service"]);
  const { headers } = await makePerson("letters", { roles: ["letters"] });
  expect((await call("nobody", sandboxFile, { headers, params: { id: item.id } })).status).toBe(403);
});

describe("among what counts as sent", () => {
  const TABLE = "2026-11-20 table 12";
  const counted = async () => {
    const stats = (await call("staff", queueStats)).answer;
    const pending = (await call("staff", queuePending, { query: {} })).answer;
    const [campaign] = (await call("staff", listCampaigns, { query: {} })).answer.campaigns;
    const [worker] = (await call("staff", listWorkers)).answer.workers;
    const [result] = (await call("staff", openTask, { params: { id: campaign?.id ?? "" } })).answer.results;
    const [menu] = (await call("staff", menusSent, { query: { table_name: TABLE } })).answer.results;
    return {
      stats: [stats.SENT, pending.sandbox],
      campaign: [campaign?.counts.SENT, campaign?.sandbox],
      worker: [worker?.sent, worker?.sandbox],
      result: [result?.worker, result?.sandbox],
      menu: [menu?.worker, menu?.sandbox],
    };
  };

  it("what went to the sandbox is told apart wherever it is counted, with the worker that had it", async () => {
    await sendMenu(new WorkerPc("pc-1"), "03 111111");
    expect(await counted()).toEqual({
      stats: [1, 1],
      campaign: [1, 1],
      worker: [1, 1],
      result: ["pc-1", true],
      menu: ["pc-1", true],
    });
  });

  it("what a guest got is none of it", async () => {
    await sendMenu(new WorkerPc("pc-2", "baileys:9613000001"), "03 111111");
    expect(await counted()).toEqual({
      stats: [1, 0],
      campaign: [1, 0],
      worker: [1, 0],
      result: ["pc-2", false],
      menu: ["pc-2", false],
    });
  });

  it("only what is of one's own branches is counted", async () => {
    await sendMenu(new WorkerPc("pc-1"), "03 111111");
    const { headers } = await makePerson("local", { branches: ["batroun"] });
    expect((await call("nobody", queuePending, { headers, query: {} })).answer).toMatchObject({ sandbox: 0 });
  });
});

describe("beside a worker that reaches guests", () => {
  const sandbox = new WorkerPc("trial");
  const phone = new WorkerPc("pc-2", "baileys:9613000001");
  const waits = () => write([{ name: "Hala Mansour", phone: "03 111111" }]);
  const shown = async () => (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === "trial");

  it("it is given nothing, whichever of the two was there first, and says so", async () => {
    await sandbox.start();
    await waits();
    await phone.start();
    expect(await sandbox.claim(10)).toEqual([]);
    expect(await shown()).toMatchObject({ can_send: false, problem: expect.stringContaining("writes to nobody") });
    expect(await phone.claim(10)).toHaveLength(1);
  });

  it("it is given nothing either while that one is off for the night", async () => {
    await phone.start();
    clockAt("2026-11-21T00:00:00Z");
    await sandbox.start();
    await waits();
    expect(await sandbox.claim(10)).toEqual([]);
    const { obstacle } = (await call("staff", listWorkers)).answer;
    expect(obstacle?.reason).toContain("pc-2 is off: starting it helps.");
  });

  it("it is given messages again a week after the last of those was heard of", async () => {
    await phone.start();
    clockAt("2026-11-27T12:00:01Z");
    await sandbox.start();
    await waits();
    expect(await sandbox.claim(10)).toHaveLength(1);
  });
});
