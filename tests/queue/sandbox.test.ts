import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { sandboxFile, sandboxMessages } from "@/lib/queue/sandbox/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc } from "../support/queue";

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
