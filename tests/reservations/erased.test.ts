import { beforeEach, expect, it } from "vitest";
import { searchContacts } from "@/lib/guest-search/contract";
import { sayOnePerson } from "@/lib/guests/contract";
import { exportPersonalData } from "@/lib/personal-data/contract";
import { changeReservation, openReservation } from "@/lib/reservations/contract";
import { workOf } from "@/lib/reservations/keeper";
import { check, erase, filesWith, HALA, HERS } from "../personal-data/hala";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { book, expectNoTableTwice, haveRules, SATURDAY, settled } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

it("a booker who is erased is nowhere any more, their table stays held, and the book does not hear of them again", async () => {
  const { answer: made } = await book({
    name: HALA.name,
    phones: HALA.phones,
    guest_note: "Window for Hala Zorkane",
    tables: ["1"],
    tell: false,
  });
  await book({ name: "Nour Karam", phones: "03 222222", tables: ["2"] });
  await settled();
  await workOf("jounieh");
  const { bytes } = await call("admin", exportPersonalData, { body: { phones: HALA.phones } });
  expect(bytes.toString()).toContain("Window for Hala");
  const erased = await erase({ phones: HALA.phones });
  expect(erased.status, erased.answer.error).toBe(200);
  await workOf("jounieh");
  expect(filesWith(HERS)).toEqual([]);
  expect((await check()).intact).toBe(true);
  const { answer } = await call("admin", openReservation, { params: { id: made.id } });
  expect(answer.reservation).toMatchObject({ name: "Erased guest", phones: "", guest_note: "", status: "CONFIRMED", tables: ["1"] });
  expect((await book({ tables: ["1"], name: "Rita" })).status).toBe(409);
  const found = async (search: string) =>
    (await call("admin", searchContacts, { query: { search } })).answer.contacts.map(({ name }) => name);
  expect([await found("Erased"), await found("Nour Karam")]).toEqual([[], ["Nour Karam"]]);
  expectNoTableTwice();
  const { version } = answer.reservation;
  const moved = await call("admin", changeReservation, { params: { id: made.id }, body: { version, date: "2026-11-28", tables: ["1"] } });
  expect(moved.status, moved.answer.error).toBe(200);
  await settled();
  await workOf("jounieh");
  expect(await found("Erased")).toEqual([]);
  const renamed = { version: version + 1, name: "Rita Saad", phones: "03 444444" };
  expect((await call("admin", changeReservation, { params: { id: made.id }, body: renamed })).status).toBe(200);
  await settled();
  await workOf("jounieh");
  expect(await found("Rita Saad")).toEqual(["Rita Saad"]);
});

it("two bookers who are said to be one are one guest, whom the next booking by either finds", async () => {
  await book({ name: "Hala Saad", phones: "03 111111" });
  await book({ name: "Dr Saadeh", phones: "03 222222" });
  await settled();
  const id = async (search: string) => (await call("admin", searchContacts, { query: { search } })).answer.contacts[0]?.id ?? "";
  const [one, other] = [await id("03111111"), await id("03222222")];
  expect(one).not.toBe(other);
  const said = await call("admin", sayOnePerson, {
    body: {
      identifier: { name: "Hala Saad", phones: "03 111111", id: one },
      other: { name: "Dr Saadeh", phones: "03 222222", id: other },
    } as never,
  });
  expect(said.status, JSON.stringify(said.answer)).toBe(200);
  const { answer: again } = await book({ name: "Dr Saadeh", phones: "03 222222", date: "2026-11-28" });
  await settled();
  const { answer } = await call("admin", openReservation, { params: { id: again.id } });
  expect(answer.reservation.known).toMatchObject({ guest_id: await id("03111111"), visits: 0, first_visit: true });
  expect(await id("03111111")).toBe(await id("03222222"));
});
