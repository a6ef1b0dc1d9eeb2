import { beforeEach, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { undoCompany, updateCompanyByDate, updateContact } from "@/lib/guests/contract";
import { undoLoss } from "@/lib/undo-loss";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { alter } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { bring, DATE, find, ofDate } from "./guests";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

const undo = (undo_id: string, accept_loss?: string) =>
  call("staff", undoCompany, { body: { undo_id, ...(accept_loss !== undefined && { accept_loss }) } });
const companies = async () => (await ofDate()).map(({ name, company }) => `${name} ${company}`.trim()).sort();
const correct = async (name: string, company: string) => {
  const [guest] = await find(name);
  const identifier = { name, phones: guest?.phones ?? "", id: guest?.id ?? "" };
  expect((await call("staff", updateContact, { body: { identifier, company } as never })).status).toBe(200);
};

async function companySet(): Promise<string> {
  await seat([{ name: "Maya", phones: "03 111111", company: "Old" }]);
  await bring(["Tia,03 333333,Tia & Co,2026-11-20T18:00:00Z", "Rami,03 444444,,2026-11-20T18:00:00Z"], {
    header: "name,phones,company,added_at",
  });
  const { answer } = await call("staff", updateCompanyByDate, { body: { date: DATE, company: "MEA" } });
  await correct("Rami", "Murex");
  clockAt("2026-11-29T19:00:00Z"); // of the tables a thread says when, by the machine's clock
  return answer.undo_id ?? "";
}

it("a Set Company of which a day has passed says first who loses it, and is undone once that is accepted", async () => {
  const id = await companySet();
  const before = await companies();
  expect(before).toEqual(["Maya MEA", "Rami Murex", "Tia MEA"]);
  const asked = await undo(id);
  expect([asked.status, asked.answer.code]).toEqual([409, "undo_loses"]);
  expect(undoLoss.parse(asked.answer)).toMatchObject({
    lost: 2,
    lost_guests: [
      { name: "Maya", phones: "03 111111", reason: "Loses MEA, and has Old again." },
      { name: "Tia", phones: "03 333333", reason: "Loses MEA, and has Tia & Co again." },
    ],
    kept: 1,
    kept_guests: [{ name: "Rami", phones: "03 444444", reason: "Has another company since, and keeps it." }],
  });
  expect(await companies()).toEqual(before);
  await correct("Tia", "Byblos");
  const { loss } = undoLoss.parse(asked.answer);
  const again = await undo(id, loss);
  expect(again.answer).toMatchObject({ code: "undo_loses", lost: 1, kept: 2 });
  const done = await undo(id, undoLoss.parse(again.answer).loss);
  expect([done.status, done.answer.left]).toEqual([200, 2]);
  expect(await companies()).toEqual(["Maya Old", "Rami Murex", "Tia Byblos"]);
  checkRebuilt(storeFile("jounieh", "contacts"));
  expect((await undo(id)).answer.code).toBe("conflict");
});

it("one from before there were records changes nothing, at the tables neither, and the answer says why", async () => {
  const id = await companySet();
  const before = await companies();
  alter(storeFile("jounieh", "contacts"), `DELETE FROM book_decision WHERE batch = 'word ${id}'`);
  const { status, answer } = await undo(id);
  expect([status, answer.code]).toEqual([409, "conflict"]);
  expect(answer.error).toContain("before Daftar was renewed");
  expect(await companies()).toEqual(before);
});
