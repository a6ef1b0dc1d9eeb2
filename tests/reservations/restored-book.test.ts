import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { backupsDir, storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { restoreStore } from "@/lib/db/restore";
import { searchContacts } from "@/lib/guest-search/contract";
import { deleteReservation } from "@/lib/reservations/contract";
import { workOf } from "@/lib/reservations/keeper";
import { erase, filesWith, HALA, HERS } from "../personal-data/hala";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { book, haveRules, SATURDAY, settled } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

const FILE = () => storeFile("jounieh", "contacts");
const found = async (search: string) =>
  (await call("admin", searchContacts, { query: { search } })).answer.contacts.map(({ name }) => name);

it("a guest book that was restored takes again who has booked since, and nobody who was deleted or erased", async () => {
  const { answer: wrong } = await book({ name: "Wrong Number", phones: "03 777777", tell: false });
  await settled();
  const backup = await backUp(FILE(), "by-hand");
  await book({ name: "Hala Saad", phones: "03 555555", tell: false, date: "2026-11-28" });
  await book({ name: HALA.name, phones: HALA.phones, tell: false, date: "2026-11-29" });
  await call("admin", deleteReservation, { params: { id: wrong.id }, query: { version: wrong.version } });
  await settled();
  expect((await erase({ phones: HALA.phones })).status).toBe(200);
  await workOf("jounieh");
  expect([await found("Hala"), await found("Wrong")]).toEqual([["Hala Saad"], []]);

  await closeStores();
  clockAt("2026-11-21T16:10:00Z");
  restoreStore({ owner: "jounieh", kind: "contacts", file: FILE() }, path.join(backupsDir(FILE()), backup));
  expect(await found("Wrong")).toEqual(["Wrong Number"]);
  await workOf("jounieh");
  expect([await found("Hala"), await found("Wrong"), await found("Erased")]).toEqual([["Hala Saad"], [], []]);
  expect(filesWith(HERS)).toEqual([]);
  const taken = () => rows(FILE(), "SELECT seq FROM event WHERE kind = 'bookers.taken'").length;
  const once = taken();
  await workOf("jounieh");
  expect(taken()).toBe(once);
});
