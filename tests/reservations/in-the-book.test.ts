import { beforeEach, expect, it } from "vitest";
import { listReceipts } from "@/lib/duplicates/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { whereFrom } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { book, DAY, haveRules, SATURDAY, settled } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt("2026-11-21T15:00:00Z");
  await haveRules();
});

const bring = async (raw: string) =>
  (await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } })).answer.import_id ?? "";
const found = async (search: string) => (await call("admin", searchContacts, { query: { search } })).answer.contacts;

it("who booked since an import keeps what it said of them when it is undone, and is named; who never came leaves", async () => {
  const import_id = await bring("name,phones,birthday\nMaya Khoury,03 111111,14/05\nRita Saad,03 222222,15/05\n");
  clockAt(SATURDAY);
  await book({ name: "Maya Khoury", phones: "03 111111", tell: false });
  await settled();
  const { answer } = await call("admin", undoImport, { body: { import_id } });
  expect(answer).toMatchObject({
    removed: 1,
    kept_guests: [{ name: "Maya Khoury", reason: "Came with the import, and booked a table since." }],
  });
  expect([await found("Maya"), await found("Rita")]).toMatchObject([[{ birthday: "--05-14" }], []]);
});

it("what a booking says of a guest is said to be of a reservation, and of no file", async () => {
  await bring("name,phones\nMaya,03 111111\n");
  clockAt(SATURDAY);
  await book({ name: "Maya Khoury", phones: "03 111111, 70 333333", tell: false });
  await settled();
  const [{ id = "" } = {}] = await found("Maya");
  const { answer } = await call("admin", whereFrom, { params: { id } });
  const origin = { kind: "reservation", evening: DAY, branch: "jounieh", by: null };
  expect(answer.fields.find(({ field }) => field === "name")?.origin).toMatchObject(origin);
  expect(answer.numbers.at(-1)?.origin).toMatchObject(origin);
  const receipts = await call("admin", listReceipts, { params: { id } });
  expect(receipts.answer.receipts).toMatchObject([{ kind: "reservation", evening: DAY }]);
});
