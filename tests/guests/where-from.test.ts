import { beforeEach, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { sayOnePerson, sayTwoPeople, updateCompanyByDate, updateContact, whereFrom } from "@/lib/guests/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { bring, DATE, endDay, find, mergeDate } from "./guests";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

const from = async (name: string, branch?: string) => {
  const id = (await find(name, branch)).find((one) => one.name === name)?.id ?? "";
  const { status, answer } = await call("staff", whereFrom, { params: { id }, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
};

const TABLE = { kind: "table", evening: DATE, branch: "jounieh", by: null };
const fieldOf = (answer: Awaited<ReturnType<typeof from>>, field: string) => answer.fields.find((one) => one.field === field)?.origin;

it("tells of each value the table, the import or the person that it comes from", async () => {
  await seat([{ name: "Maya", phones: "03 111111", birthday: "1990-05-14" } as never]);
  await endDay();
  clockAt("2026-11-21T10:00:00Z");
  await bring(['Maya Khoury,"03 111111, 70 222222",Murex,maya@example.com', "Tony,03 111111,,"], { header: "name,phones,company,email" });
  clockAt("2026-11-22T10:00:00Z");
  const [{ id = "" } = {}] = await find("Maya Khoury");
  const changes = { company: "MEA", phones: "03 111111, 70 222222, 71 333333" };
  expect((await call("staff", updateContact, { body: { identifier: { id }, ...changes } as never })).status).toBe(200);
  const answer = await from("Maya Khoury");
  const byHand = { kind: "hand", at: "2026-11-22T10:00:00.000Z", evening: null, branch: "jounieh", by: "staff" };
  const imported = { kind: "import", at: "2026-11-21T10:00:00.000Z", evening: null, branch: "jounieh", by: "admin" };
  expect(answer.numbers.map(({ shown, origin }) => [shown, origin])).toEqual([
    ["+961 3 111 111", { ...TABLE, at: "2026-11-20T19:30:00.000Z" }],
    ["+961 70 222 222", imported],
    ["+961 71 333 333", byHand],
  ]);
  expect(answer.names).toEqual([{ name: "Tony", origin: imported }]);
  expect([fieldOf(answer, "name"), fieldOf(answer, "company"), fieldOf(answer, "email")]).toEqual([imported, byHand, imported]);
  for (const field of ["birthday", "birth_year"]) expect(fieldOf(answer, field)).toMatchObject(TABLE);
  expect(answer.fields.map(({ field }) => field)).not.toContain("title");
});

it("tells in central which branch's table said it, and by whom a Set Company was", async () => {
  await seat([{ name: "Maya", phones: "03 111111" }]);
  await endDay();
  await mergeDate();
  await seat([{ name: "Maya", phones: "03 111111, 70 222222" }], { branch: "batroun" });
  await endDay("batroun");
  await mergeDate();
  expect((await call("admin", updateCompanyByDate, { body: { date: DATE, company: "MEA" }, branch: "central" })).status).toBe(200);
  const answer = await from("Maya", "central");
  expect(answer.numbers.map(({ origin }) => origin.branch)).toEqual(["jounieh", "batroun"]);
  expect(fieldOf(answer, "company")).toMatchObject({ kind: "hand", branch: "central", by: "admin" });
});

it("tells what stood there before records were kept, and nothing of whoever only shares the number", async () => {
  await bring(["Maya,03 111111,MEA"], { header: "name,phones,company" });
  alter(storeFile("jounieh", "contacts"), "DELETE FROM source_record; DELETE FROM record_strand; UPDATE contact SET is_before = 1;");
  await bring(["Rami,03 111111,Murex"], { header: "name,phones,company" });
  const answer = await from("Maya");
  expect(fieldOf(answer, "company")).toEqual({ kind: "before", at: null, evening: null, branch: "jounieh", by: null });
  expect(JSON.stringify(answer)).not.toContain("Murex");
  const [{ id = "" } = {}] = await find("Maya");
  expect((await call("staff", whereFrom, { params: { id }, branch: "batroun" })).status).toBe(404);
  expect((await call("keyless", whereFrom, { params: { id } })).status).toBe(403);
});

it("tells who of two wrote the same of two guests who are one since; of what an older version decided, by its event", async () => {
  await bring(["Maya Khoury,03 111111", "Rima Saad,03 222222"], { header: "name,phones" });
  const write = async (person: "admin" | "staff", name: string) => {
    const [{ id = "" } = {}] = await find(name);
    const body = { identifier: { id }, company: "MEA" } as never;
    expect((await call(person, updateContact, { body })).status).toBe(200);
  };
  for (const [person, name] of [["staff", "Rima Saad"], ["admin", "Maya Khoury"]] as const) await write(person, name); // biome-ignore format: one line
  expect(fieldOf(await from("Rima Saad"), "company")?.by).toBe("staff");
  const [[maya], [rima]] = [await find("Maya Khoury"), await find("Rima Saad")];
  const named = (one: typeof maya) => ({ id: one?.id, name: one?.name, phones: one?.phones });
  const body = { identifier: named(maya), other: named(rima) } as never;
  expect((await call("admin", sayOnePerson, { body })).status).toBe(200);
  const [{ name = "" } = {}] = await find("03111111");
  expect(fieldOf(await from(name), "company")?.by).toBe("staff"); // who wrote it first
  alter(storeFile("jounieh", "contacts"), "UPDATE book_decision SET decision = json_remove(decision, '$.by')");
  expect(["staff", "admin"]).toContain(fieldOf(await from(name), "company")?.by);
});

it("says of a decision whether it holds, where somebody said otherwise since", async () => {
  await bring(["Maya Khoury,03 111111", "Rima Saad,03 222222"], { header: "name,phones" });
  const named = async (search: string) => {
    const [{ id = "", name = "", phones = "" } = {}] = await find(search);
    return { id, name, phones };
  };
  const body = { identifier: await named("Maya Khoury"), other: await named("Rima Saad") };
  expect((await call("staff", sayOnePerson, { body })).status).toBe(200);
  const decisions = async (name: string) => (await from(name)).decisions.map(({ kind, holds }) => [kind, holds]);
  expect(await decisions("Maya Khoury")).toEqual([["one", true]]);
  clockAt("2026-11-21T10:00:00Z");
  const parted = { identifier: await named("Maya Khoury"), names: ["Rima Saad"] };
  expect((await call("staff", sayTwoPeople, { body: parted })).status).toBe(200);
  for (const name of ["Maya Khoury", "Rima Saad"]) expect(await decisions(name)).toEqual([["two", true], ["one", false]]); // biome-ignore format: one line
});
