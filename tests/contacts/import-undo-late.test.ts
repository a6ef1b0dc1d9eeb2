import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { updateContact } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { listJobs, openJob } from "@/lib/jobs/contract";
import { undoLoss } from "@/lib/undo-loss";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { checkRebuilt } from "../support/rebuilt";
import { alter, rows } from "../support/stores";

const bring = async (raw: string) => (await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } })).answer;
const undo = (import_id: string | null, accept_loss?: string) =>
  call("staff", undoImport, { body: { import_id: import_id ?? "", ...(accept_loss !== undefined && { accept_loss }) } });
const lossOf = (answer: unknown) => undoLoss.parse(answer);
const correct = async (name: string, phones: string, title: string) =>
  expect((await call("staff", updateContact, { body: { identifier: { name, phones }, title } as never })).status).toBe(200);

const file = () => storeFile("jounieh", "contacts");
const book = () => rows(file(), "SELECT name, phones, email, title, version FROM contact ORDER BY seq");
const names = () => rows<{ name: string }>(file(), "SELECT name FROM contact ORDER BY seq").map(({ name }) => name);
const daysLater = (days: number) => clockAt(new Date(Date.now() + days * 24 * 3_600_000).toISOString());

async function imported() {
  enterHouse();
  await bring("name,phones\nMaya Khoury,03 111111\n");
  const { import_id } = await bring("name,phones,email\nMaya Khoury,03 111111,m@x.lb\nOmar S,71 333444,\nرامي خوري,03 222222,\n");
  await correct("Omar S", "71 333444", "Dr.");
  return import_id;
}

it("an import of which a day has passed says first whom its undo costs what, and is undone once that is accepted", async () => {
  const id = await imported();
  const before = book();
  daysLater(1.1);
  const asked = await undo(id);
  expect([asked.status, asked.answer.code]).toEqual([409, "undo_loses"]);
  expect(asked.answer.error).toBe(
    "This import is more than a day old. Its undo takes something away from 2 guests. 1 guest with something newer stays. Nothing was changed yet.",
  );
  expect(lossOf(asked.answer)).toMatchObject({
    lost: 2,
    lost_guests: [
      { name: "رامي خوري", phones: "+9613 ••• •22", reason: "Came with the import, and goes." },
      { name: "Maya Khoury", phones: "+9613 ••• •11", reason: "Stays, without what the import says: email." },
    ],
    kept: 1,
    kept_guests: [{ name: "Omar S", phones: "+96171 ••• •44", reason: "Came with the import, and was changed since." }],
  });
  expect(book()).toEqual(before);
  expect((await undo(id)).answer).toMatchObject(lossOf(asked.answer));
  daysLater(60);
  const done = await undo(id, lossOf(asked.answer).loss);
  expect(done.answer).toMatchObject({ removed: 1, restored: 1, kept: 1 });
  expect(names()).toEqual(["Maya Khoury", "Omar S"]);
  checkRebuilt(file());
  const again = await undo(id, lossOf(asked.answer).loss);
  expect([again.status, again.answer.code]).toEqual([409, "conflict"]);
});

it("tells whole phones to whoever sees them alone: in the refusal, in the answer, again by its key, and by its job", async () => {
  const import_id = (await imported()) ?? "";
  daysLater(1.1);
  await makeRole("importer", ["nav_all_data", "create_table"]);
  const { headers } = await makePerson("importer", { roles: ["importer"] });
  const asked = await call("nobody", undoImport, { body: { import_id }, headers });
  const whole = lossOf((await call("admin", undoImport, { body: { import_id } })).answer);
  expect(whole.lost_guests.map(({ phones }) => phones)).toEqual(["03 222222", "03 111111"]);
  const told = lossOf(asked.answer);
  expect(told.lost_guests.map(({ name, phones }) => [name, phones])).toEqual([
    ["رامي خوري", "+9613 ••• •22"],
    ["Maya Khoury", "+9613 ••• •11"],
  ]);
  expect(told.kept_guests.map(({ phones }) => phones)).toEqual(["+96171 ••• •44"]);
  const key = "01900000-0000-7000-8000-000000000008";
  const done = () => call("nobody", undoImport, { body: { import_id, accept_loss: told.loss }, headers, key });
  for (const { answer } of [await done(), await done()]) expect(answer.kept_guests.map(({ phones }) => phones)).toEqual(["+96171 ••• •44"]);
  const { answer: jobs } = await call("nobody", listJobs, { headers });
  const id = jobs.jobs.find(({ kind, state }) => kind === "undo-import" && state === "done")?.id ?? "";
  expect(JSON.stringify((await call("nobody", openJob, { params: { id }, headers })).answer)).toContain("••• •44");
  expect(JSON.stringify((await call("admin", openJob, { params: { id } })).answer)).toContain("71 333444");
});

it("what changed since it was shown is shown again, and nothing is undone by what was accepted before", async () => {
  const id = await imported();
  daysLater(2);
  const { loss } = lossOf((await undo(id)).answer);
  await correct("رامي خوري", "03 222222", "Eng.");
  const asked = await undo(id, loss);
  expect([asked.status, asked.answer.code]).toEqual([409, "undo_loses"]);
  expect(asked.answer.error).toContain("something changed meanwhile");
  expect(lossOf(asked.answer)).toMatchObject({ lost: 1, kept: 2 });
  expect(names()).toContain("رامي خوري");
  expect((await undo(id, "x".repeat(43))).answer).toMatchObject({ code: "undo_loses", loss: lossOf(asked.answer).loss });
  expect((await undo(id, lossOf(asked.answer).loss)).answer).toMatchObject({ removed: 0, restored: 1, kept: 2 });
  checkRebuilt(file());
});

it("of an import from before there were records nothing can be undone, and the answer says why", async () => {
  const id = await imported();
  alter(file(), "UPDATE contact SET is_before = 1; DELETE FROM source_record");
  const { status, answer } = await undo(id);
  expect([status, answer.code]).toEqual([409, "conflict"]);
  expect(answer.error).toContain("before Daftar was renewed");
});
