import { beforeEach, expect, it } from "vitest";
import { hubFile } from "@/lib/db/files";
import { joinWaitlist, messageReservation, openReservation } from "@/lib/reservations/contract";
import { workOf } from "@/lib/reservations/keeper";
import { book, haveRules, SATURDAY, settled, step } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";

/** What is told of a reservation is wanted until its time alone, and of a table that is ready at once. */

let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

const queue = () => rows<{ status: string; last_code: string | null }>(hubFile(), "SELECT status, last_code FROM queue_item ORDER BY id");
const begin = async () => {
  const [item] = await pc.claim();
  return item ? (await pc.begin(item)).answer : null;
};

it("that a table is ready goes out in the quiet hours, for whoever stands at the door", async () => {
  clockAt("2026-11-21T19:40:00Z");
  const { answer: party } = await call("admin", joinWaitlist, { body: { name: "Rami", phones: "03 222222", party: 2, repeat_times: 0 } });
  clockAt("2026-11-21T19:45:00Z"); // a quarter to ten
  expect((await step(party, "CALLED")).answer.told).toBe("queued");
  await settled();
  pc = await started("pc-1");
  expect(await begin()).toMatchObject({ go: true });
});

it("that a table is ready does not come a quarter of an hour later, nor the next morning, and can be told by a call", async () => {
  const { answer: party } = await call("admin", joinWaitlist, { body: { name: "Rami", phones: "03 222222", party: 2, repeat_times: 0 } });
  await step(party, "CALLED");
  await settled();
  pc = await started("pc-1");
  clockAt("2026-11-21T16:25:00Z");
  await pc.start();
  expect(await begin()).toMatchObject({ go: false, reason: "too_late", detail: expect.stringContaining("Call the guest") });
  const { answer } = await call("admin", openReservation, { params: { id: party.id } });
  expect(answer.reservation.told).toMatchObject([{ kind: "table_ready", state: "failed", why: expect.stringContaining("Call the guest") }]);
});

it("what would wait in the quiet hours until the reservation has begun is not queued: the guest is called", async () => {
  clockAt("2026-11-21T19:35:00Z");
  const tonight = (await book({ time: "23:00" })).answer;
  expect(tonight).toMatchObject({ told: "call", told_why: "Nothing is sent between 21:30 and 09:30, and then it is too late: call them." });
  const tomorrow = (await book({ date: "2026-11-22", phones: "03 222222" })).answer;
  expect(tomorrow.told).toBe("queued");
  expect((await call("admin", messageReservation, { params: { id: tonight.id }, body: { kind: "confirmed" } })).answer.told).toBe("call");
  await settled();
  expect(queue()).toEqual([{ status: "PENDING", last_code: null }]);
});

it("a confirmation that was not sent by the start of the reservation is not sent any more", async () => {
  await book({ time: "20:00" });
  await settled();
  pc = await started("pc-1");
  clockAt("2026-11-21T18:00:00Z");
  await workOf("jounieh");
  await pc.start();
  expect(await begin()).toMatchObject({ go: false, reason: "too_late" });
});
