import { beforeEach, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openReading } from "@/lib/db/pragmas";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { bring } from "./guests";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

const file = () => storeFile("jounieh", "contacts");
const ids = () =>
  Object.fromEntries(
    rows<{ id: string; name: string }>(file(), "SELECT id, name FROM contact ORDER BY name").map(({ id, name }) => [name, id]),
  );
const aliases = () => rows(file(), "SELECT id FROM contact_alias");

function expectWhole(): void {
  const database = openReading(file());
  checkEvents(database, "jounieh/contacts.db");
  database.close();
  checkRebuilt(file());
}

it("who became one with another by somebody's word has the id of before when that ends", async () => {
  for (const line of ["Maya Khoury,03 111111", "Rima Saad,03 222222"]) await bring([line], { header: "name,phones" });
  const before = ids();
  for (const [name, phones, other, others] of [
    ["Maya Khoury", "03 111111", "Rima Saad", "03 222222"],
    ["Rima Saad", "03 222222", "Maya Khoury", "03 111111"],
  ] as const) {
    const body = { identifier: { name, phones, id: before[name] }, other: { name: other, phones: others, id: before[other] } };
    const { status, answer } = await call("staff", sayOnePerson, { body: body as never });
    expect([status, Object.keys(ids()).length, aliases().length]).toEqual([200, 1, 1]);
    expect((await call("staff", endDecision, { body: { undo_id: answer.undo_id } })).status).toBe(200);
    expect([ids(), aliases()]).toEqual([before, []]);
  }
  expectWhole();
});

it("so has who became one with another by an import, when that is undone", async () => {
  await bring(["Maya Khoury,03 111111", "Maya Khoury,03 222222"], { header: "name,phones" });
  const idsOf = () => rows(file(), "SELECT c.id, p.digits FROM contact c JOIN contact_phone p ON p.contact_seq = c.seq ORDER BY p.digits");
  const before = idsOf();
  const raw = "name,phones\nMaya Khoury,03 111111 / 03 222222\n";
  const { answer } = await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } });
  expect(Object.keys(ids())).toHaveLength(1);
  expect((await call("staff", undoImport, { body: { import_id: answer.import_id ?? "" } })).status).toBe(200);
  expect([idsOf(), aliases()]).toEqual([before, []]);
  expectWhole();
});
