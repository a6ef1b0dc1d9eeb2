import { beforeEach, expect, it } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { changeReservation, deleteReservation, openReservation } from "@/lib/reservations/contract";
import { workOf } from "@/lib/reservations/keeper";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";
import { rows } from "../support/stores";
import { book, haveRules, SATURDAY, settled, step } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

const SUNDAY = { date: "2026-11-22", time: "20:00" };
const queue = () =>
  rows<{ digits: string; status: string; what: string }>(
    hubFile(),
    `SELECT digits, status, CASE WHEN text LIKE '%is booked%' THEN 'booked' WHEN text LIKE '%is now%' THEN 'now' WHEN text LIKE '%is cancelled%'
      THEN 'cancelled' ELSE 'reminder' END AS what FROM queue_item ORDER BY created_at, id`,
  ).map(({ digits, status, what }) => `${what} ${digits} ${status}`);
const change = async (id: string, version: number, body: object) => {
  const { answer } = await call("admin", changeReservation, { params: { id }, body: { version, ...body } });
  expect(answer.error).toBeUndefined();
  await settled();
  return answer;
};

it("what waits for the guest of a deleted reservation goes to nobody any more, and its row leaves all the same", async () => {
  const { answer: made } = await book(SUNDAY);
  await settled();
  expect(queue()).toEqual(["booked 9613111111 PENDING"]);
  await call("admin", deleteReservation, { params: { id: made.id }, query: { version: 1 } });
  await settled();
  expect(queue()).toEqual(["booked 9613111111 CANCELLED"]);
  expect((await call("admin", openReservation, { params: { id: made.id } })).status).toBe(404);
});

it("what is just being sent keeps the row of a deleted reservation until it is known, and holds nobody up", async () => {
  const { answer: made } = await book(SUNDAY);
  await settled();
  const pc = await started("pc-1");
  const [item] = await pc.claim();
  expect((await pc.begin(item as WorkItem)).answer.go).toBe(true);
  await call("admin", deleteReservation, { params: { id: made.id }, query: { version: 1 } });
  await settled();
  const left = () => rows(storeFile("jounieh", "table"), "SELECT status FROM reservation");
  expect([left(), queue()]).toEqual([[{ status: "DELETED" }], ["booked 9613111111 IN_PROGRESS"]]);
  await pc.say(item as WorkItem, { outcome: "not_sent", fault: "network", code: "OFFLINE", detail: "No network." });
  await workOf("jounieh");
  expect([left(), queue()]).toEqual([[], ["booked 9613111111 CANCELLED"]]);
});

it("with another number what waits for the wrong one is taken back, and the right one is told", async () => {
  const { answer: made } = await book(SUNDAY);
  await settled();
  const same = await change(made.id, 1, { phones: "+961 3 111 111" });
  expect(same.told).toBe("none");
  expect(queue()).toEqual(["booked 9613111111 PENDING"]);
  const other = await change(made.id, 2, { phones: "03 222222" });
  expect(other.told).toBe("queued");
  expect(queue()).toEqual(["booked 9613111111 CANCELLED", "booked 9613222222 PENDING"]);
  await change(made.id, 3, { time: "21:00" });
  expect(queue()).toEqual(["booked 9613111111 CANCELLED", "booked 9613222222 PENDING", "now 9613222222 PENDING"]);
  const { answer } = await call("admin", openReservation, { params: { id: made.id } });
  expect(answer.reservation.told.map(({ kind, state }) => [kind, state])).toEqual([
    ["confirmed", "queued"],
    ["changed", "queued"],
  ]);
  expect(answer.history.map(({ what }) => what)).toContainEqual(
    `Took a message of reservation ${made.code} back before it went out (confirmed)`,
  );
});

it("a step takes back what it makes untrue, and leaves what went out", async () => {
  const { answer: made } = await book(SUNDAY);
  await settled();
  const gone = (await step(made, "CANCELLED", { reason: "guest" })).answer;
  await settled();
  expect(queue()).toEqual(["booked 9613111111 CANCELLED", "cancelled 9613111111 PENDING"]);
  await step(gone, "CONFIRMED");
  await settled();
  expect(queue()).toEqual(["booked 9613111111 CANCELLED", "cancelled 9613111111 CANCELLED"]);
});

it("a reminder of an hour that is no more goes to nobody, and the guest is reminded of the new one", async () => {
  const { answer: made } = await book(SUNDAY);
  await settled();
  clockAt("2026-11-22T08:00:00Z");
  await workOf("jounieh");
  await change(made.id, 1, { time: "21:30", tell: false });
  await workOf("jounieh");
  expect(queue()).toEqual(["booked 9613111111 PENDING", "reminder 9613111111 CANCELLED", "reminder 9613111111 PENDING"]);
});
