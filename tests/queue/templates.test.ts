import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { queuePending } from "@/lib/queue/contract";
import { changeLimits, type Limits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { askTemplate } from "@/lib/queue/templates/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { alter } from "../support/stores";

const START = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());

let pc: WorkerPc;
let data = "";
beforeEach(async () => {
  data = enterHouse();
  at(0);
  await name({});
  pc = new WorkerPc("pc-1", "cloud:106540352242922");
  await pc.start();
  await write([{ name: "Maya", phone: "03 111111", message: "How was\nyour evening?" }]);
});

const name = (templates: Partial<Limits["templates"]>) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } } });

async function claimed(): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  return item;
}

const wrote = (seconds: number) => {
  const hub = path.join(data, "hub.db");
  alter(
    hub,
    `INSERT OR REPLACE INTO guest_wrote (digits, account, at) VALUES ('9613111111', '${pc.account}', '${new Date(START + seconds * 1000).toISOString()}')`,
  );
};

describe("a message by the official API", () => {
  it("to a guest who has not written waits for a template, says so, and goes by it once one is named", async () => {
    const item = await claimed();
    expect(item.template).toBeNull();
    expect((await pc.begin(item)).answer).toMatchObject({
      go: false,
      reason: "no_template",
      detail: expect.stringContaining("WhatsApp Limits"),
    });
    const { items } = (await call("staff", queuePending)).answer;
    expect(items).toMatchObject([{ status: "PENDING", last_error: expect.stringContaining("approved template") }]);
    await name({ service_name: "letter", service_language: "en_US", service_body: ["branch", "name", "message"] });
    at(301);
    const again = await claimed();
    expect(again.template).toEqual({ name: "letter", language: "en_US", body: ["Jounieh", "Maya", "How was\nyour evening?"] });
    expect((await pc.begin(again)).answer.go).toBe(true);
  });

  it("goes in the house's own words within a day after the guest wrote, and by the template when the day is nearly over", async () => {
    await name({ service_name: "letter" });
    wrote(-23 * 3_600);
    const item = await claimed();
    expect(item.template).toBeNull();
    expect((await pc.begin(item)).answer.go).toBe(true);
    await pc.say(item, { outcome: "accepted" });
    await write([{ name: "Maya", phone: "03 111111", message: "Other words" }]);
    at(50 * 60);
    expect((await claimed()).template).toMatchObject({ name: "letter" });
  });

  it("that the guest's own words opened needs no template", async () => {
    const body = {
      worker_id: pc.worker_id,
      boot_id: pc.boot_id,
      messages: [{ from: "9613111111", text: "Hello", at: "2026-11-20T12:00:00Z" }],
    };
    await call("worker", inbound, { body });
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
  });
});

it("a message by a linked phone needs no template and gets none", async () => {
  const phone = new WorkerPc("pc-2", "baileys:9613000001");
  await phone.start();
  const [item] = await phone.claim();
  expect(item?.template).toBeNull();
  expect((await phone.begin(item as WorkItem)).answer.go).toBe(true);
});

it.each([
  ["a name with blanks", { birthday_name: "happy birthday" }],
  ["a language that is none", { menu_language: "english" }],
  ["words that nobody fills", { service_body: ["table" as "name"] }],
])("a template with %s is refused", async (_, templates) => {
  expect((await name(templates)).status).toBe(400);
});

describe("whether the template goes in place of the words", () => {
  it("is told of the messages that one may send alone: of menus, or of letters", async () => {
    await makeRole("floor", ["open_saved_tables"]);
    await makeRole("desk", ["nav_customer_service"]);
    const [floor, context] = [await makePerson("nour", { roles: ["floor"] }), await makePerson("rana", { roles: ["desk"] })];
    const ask = async ({ headers }: MadePerson, kind: "menu" | "service") =>
      (await call("nobody", askTemplate, { body: { phones: ["03 111111"], kind }, headers })).status;
    expect([await ask(floor, "menu"), await ask(context, "service")]).toEqual([200, 200]);
    expect([await ask(floor, "service"), await ask(context, "menu")]).toEqual([403, 403]);
  });
});
