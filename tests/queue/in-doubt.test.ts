import { beforeEach, expect, it } from "vitest";
import { sweepLeases } from "@/lib/queue/leases/writes";
import { askInDoubt } from "@/lib/queue/messages/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";

/** Before a letter is queued again whoever writes it hears whom its words may have reached already. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const WORDS = "See you, {name}";
const GUESTS = [
  { name: "Maya", phone: "03 111111", message: WORDS },
  { name: "Rami", phone: "03 222222", message: WORDS },
];
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  begin();
  pc = await started("pc-1", "cloud:1");
});

const ask = async (items = GUESTS) => (await call("admin", askInDoubt, { body: { items } })).answer.may_have;

async function lost(): Promise<void> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  await pc.say(item, { outcome: "unknown" });
  pass(31 * 60);
  await sweepLeases();
  await pc.beat();
}

it("names those whom the same words may have reached within a day, however the number is written, and nobody else", async () => {
  await write(GUESTS.slice(0, 1), "admin");
  expect(await ask()).toEqual([]);
  await lost();
  expect(await ask()).toEqual([0]);
  expect(await ask([{ name: "Maya", phone: "+961 3 111 111", message: "See you, Maya" }])).toEqual([0]);
  expect(await ask([{ name: "Maya", phone: "03 111111", message: "Other words" }])).toEqual([]);
  expect((await write(GUESTS, "admin")).answer, "whoever accepts it queues it").toMatchObject({ enqueued: 2 });
  pass(24 * 3_600);
  expect(await ask()).toEqual([]);
});

it("is for who may write letters, of the branches they may write for", async () => {
  expect((await call("keyless", askInDoubt, { body: { items: GUESTS } })).status).toBe(403);
  await makeRole("clerk", ["nav_customer_service"]);
  const { headers } = await makePerson("local", { roles: ["clerk"], branches: ["batroun"] });
  const items = [{ name: "Maya", phone: "03 111111", message: WORDS, branch: "jounieh" }];
  expect((await call("nobody", askInDoubt, { body: { items }, headers, branch: "batroun" })).status).toBe(403);
});
