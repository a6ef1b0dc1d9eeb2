import { beforeEach, expect, it } from "vitest";
import { optedOut, setOptOut } from "@/lib/opt-outs/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { changeUser } from "@/lib/users/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { WorkerPc } from "../support/queue";

/** Who lifts a no that staff noted, as people move between branches; the rest of it: tests/queue/opted-out.test.ts. */

let jounieh: MadePerson;
let batroun: MadePerson;

beforeEach(async () => {
  enterHouse();
  clockAt("2026-11-20T12:00:00.000Z");
  await makeRole("hostess", ["create_table"]);
  jounieh = await makePerson("rima", { roles: ["hostess"], branches: ["jounieh"] });
  batroun = await makePerson("tony", { roles: ["hostess"], branches: ["batroun"] });
});

const put = async ({ headers }: MadePerson, opted_out: boolean, was_no_no?: boolean) =>
  (await call("nobody", setOptOut, { headers, body: { phones: "03 111111", opted_out, was_no_no } })).status;
const move = async ({ id }: MadePerson, branches: string[]) =>
  expect((await call("admin", changeUser, { params: { id }, body: { branches } as never })).status).toBe(200);
const noes = async () => (await call("staff", optedOut, { body: { phones: ["03 111111"] } })).answer.opted_out.length;

it("is lifted by whoever noted it, from wherever they work by now", async () => {
  await put(jounieh, true);
  await move(jounieh, ["ehden"]);
  expect(await put(batroun, false)).toBe(403);
  expect([await put(jounieh, false), await noes()]).toEqual([200, 0]);
});

it("is of the branch in which they noted it last, who noted it twice", async () => {
  await put(jounieh, true);
  await move(jounieh, ["batroun"]);
  await put(jounieh, true);
  expect([await put(batroun, false), await noes()]).toEqual([200, 0]);
});

it("is nobody's any more once the guest has taken it back: whoever notes a yes then asks no branch", async () => {
  const pc = new WorkerPc("pc-1");
  await pc.start();
  const says = (text: string, at: string) =>
    call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: "9613111111", text, at }] } });
  await says("STOP", "2026-11-20T11:00:00Z");
  await says("START", "2026-11-20T11:30:00Z");
  expect([await put(jounieh, false), await noes()]).toEqual([200, 0]);
});

it("what nobody wrote is said to have been no no by no branch that never wrote to the guest", async () => {
  await makeRole("writer", ["create_table", "nav_customer_service"]);
  expect(await put(await makePerson("nour", { roles: ["writer"], branches: ["batroun"] }), false, true)).toBe(403);
  expect(await put(await makePerson("sami", { roles: ["writer"] }), false, true)).toBe(200);
});
