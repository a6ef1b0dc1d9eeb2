import { rmSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { searchBirthdays } from "@/lib/birthdays/contract";
import { closeBranch } from "@/lib/branches/contract";
import { closeStores } from "@/lib/db/find-store";
import { enqueue } from "@/lib/queue/contract";
import { bringIn } from "../support/guests";
import { type CallOptions, call, enterHouse, type Person } from "../support/house";
import { makePerson } from "../support/people";

/** Vouchers and greetings go from the branches' books: asked at central, the search says how many celebrate in each of them. */

const DATE = "2026-11-20";
const search = async (branch: string, by: Person = "admin", more: Partial<CallOptions<typeof searchBirthdays>> = {}) =>
  (await call(by, searchBirthdays, { query: { date: DATE }, branch, ...more })).answer;

async function fiveBooks(): Promise<string> {
  const data = enterHouse();
  await bringIn(["Maya,03 111111,20/11", "Rami,03 222222,20/11", "Nour,03 333333,21/11"]);
  await bringIn(["Karim,03 444444,20/11"], "batroun");
  return data;
}

it("is told at central of each restaurant, in their order", async () => {
  await fiveBooks();
  expect(await search("central")).toMatchObject({
    total: 0,
    branches: [
      { branch: "jounieh", total: 2 },
      { branch: "batroun", total: 1 },
      { branch: "tripoli", total: 0 },
      { branch: "zgharta", total: 0 },
      { branch: "ehden", total: 0 },
    ],
  });
});

it("is told of no branch of a restaurant that is asked for itself", async () => {
  await fiveBooks();
  expect((await search("jounieh")).branches).toBeUndefined();
});

it("names no number where a book cannot be read, and no restaurant that is closed", async () => {
  const data = await fiveBooks();
  await call("admin", closeBranch, { params: { key: "ehden" } });
  await closeStores();
  for (const end of ["", "-wal", "-shm"]) rmSync(path.join(data, "batroun", `contacts.db${end}`), { force: true });
  expect((await search("central")).branches).toEqual([
    { branch: "jounieh", total: 2 },
    { branch: "batroun", total: null },
    { branch: "tripoli", total: 0 },
    { branch: "zgharta", total: 0 },
  ]);
});

it("names to somebody who is limited to some branches theirs alone", async () => {
  await fiveBooks();
  const signedIn = await makePerson("two", { branches: ["central", "batroun"] });
  expect((await search("central", "nobody", { headers: signedIn.headers })).branches).toEqual([{ branch: "batroun", total: 1 }]);
});

it("says which of central's own guests stand in no restaurant's book: nobody greets them", async () => {
  const data = await fiveBooks();
  await bringIn(["Maya,03 111111,20/11", "Central Only,03 555555,20/11", "Numberless,,20/11"], "central");
  const told = async () => {
    const { contacts, nowhere } = await search("central");
    return nowhere?.map((id) => contacts.find((one) => one.id === id)?.name);
  };
  expect(await told()).toEqual(["Central Only"]);
  expect((await search("jounieh")).nowhere).toBeUndefined();
  await bringIn(["Central Only,03 555555,"], "tripoli");
  expect(await told()).toEqual([]);
  await closeStores();
  for (const end of ["", "-wal", "-shm"]) rmSync(path.join(data, "batroun", `contacts.db${end}`), { force: true });
  expect(await told(), "one that cannot be read may have them").toBeUndefined();
});

it("says so as well where so many celebrate that they are read beside the event loop", async () => {
  await fiveBooks();
  const many = Array.from({ length: 230 }, (_, index) => `Guest ${index},70 ${100_000 + index},20/11`);
  await bringIn(["Maya,03 111111,20/11", ...many], "central");
  const { contacts, total, nearest, branches, nowhere } = await search("central");
  expect([contacts.length, total, nearest, branches?.length]).toEqual([231, 231, [], 5]);
  expect(nowhere).toEqual(contacts.flatMap(({ id, name }) => (name === "Maya" ? [] : [id])));
  const page = await search("central", "admin", { query: { date: DATE, limit: 2, offset: 3 } });
  expect(page.contacts).toEqual(contacts.slice(3, 5));
});

it("greets nobody in central's own name", async () => {
  await fiveBooks();
  const body = { items: [{ name: "Central Only", phone: "03 555555" }], message: "Happy birthday!", campaign: "birthday" as const };
  const { status, answer } = await call("admin", enqueue, { body, branch: "central" });
  expect([status, answer]).toMatchObject([409, { code: "no_restaurant", error: expect.stringContaining("Nothing was queued.") }]);
});
