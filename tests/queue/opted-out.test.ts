import { beforeEach, expect, it } from "vitest";
import { optedOut } from "@/lib/opt-outs/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { WorkerPc } from "../support/queue";

const SINCE = "2026-11-20T12:00:00.000Z";
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  clockAt(SINCE);
  pc = new WorkerPc("pc-1");
  await pc.start();
});

async function writes(from: string, text: string): Promise<void> {
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from, text, at: SINCE }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
}

const ask = async (...phones: string[]) => (await call("staff", optedOut, { body: { phones } })).answer.opted_out;

it("names who said no, since when and by what, however the number is written, and by any of their numbers", async () => {
  await writes("9613111111", "STOP");
  clockAt("2026-11-20T13:00:00Z");
  const asked = ["03 111111", "+961 3 111 111", "71 222333 / 03/111111", "03 222222", "", "no number"];
  expect(await ask(...asked)).toEqual([0, 1, 2].map((index) => ({ index, since: SINCE, by: "keyword" })));
});

it("names nobody who only wrote, or who said yes again", async () => {
  await writes("9613111111", "Thank you for the evening");
  await writes("9613222222", "STOP");
  await writes("9613222222", "START");
  expect(await ask("03 111111", "03 222222")).toEqual([]);
});

it("is not mistaken in somebody abroad whose last digits are the same", async () => {
  await writes("33671234567", "STOP");
  expect(await ask("71 234567")).toEqual([]);
  expect(await ask("+33 6 71 23 45 67")).toHaveLength(1);
});
