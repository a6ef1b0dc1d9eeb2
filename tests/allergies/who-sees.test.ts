import { beforeEach, describe, expect, it } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { openGuest } from "@/lib/guest-page/contract";
import { newestGuests, searchContacts } from "@/lib/guest-search/contract";
import { exportCsv, guestCard, updateContact, updateTableContact, whereFrom } from "@/lib/guests/contract";
import { DEFAULT_ROLES, type Permission } from "@/lib/permissions";
import { openTable, saveTable, tableLog } from "@/lib/tables/contract";
import { bring, DATE, endDay, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, METADATA, seat } from "../support/tables";

const MAYA = { name: "Maya Khoury", phones: "03 111111" };
/** Somebody who sees allergies, as staff do until somebody takes the key away: here that is done. */
let cook: MadePerson;

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await makeRole("cook", DEFAULT_ROLES.staff as Permission[]);
  const without = (DEFAULT_ROLES.staff as Permission[]).filter((key) => key !== "guest_allergies");
  await makeRole("staff", without);
  cook = await makePerson("cook", { roles: ["cook"] });
});

const asCook = () => ({ headers: cook.headers });
const idOf = async (name: string, branch?: string) => (await find(name, branch))[0]?.id ?? "";

async function write(allergies: string, branch?: string): Promise<void> {
  const body = { identifier: { id: await idOf(MAYA.name, branch), ...MAYA }, allergies };
  expect((await call("nobody", updateContact, { ...asCook(), body, branch })).status).toBe(200);
}

describe("allergies", () => {
  it("are seen by who seats guests in a new house, without anybody giving a key", async () => {
    enterHouse();
    await seat([{ ...MAYA, allergies: "Peanuts" } as never], { as: "admin" });
    const [{ contacts } = { contacts: [] }] = (await call("staff", tableLog, {})).answer.logs;
    expect(contacts.map(({ allergies }) => allergies)).toEqual(["Peanuts"]);
  });

  it("are in no answer to whoever has not the key, and nothing tells that there are any", async () => {
    await seat([{ ...MAYA, allergies: "Peanuts" } as never], { as: "admin" });
    await endDay();
    await write("Peanuts, sesame");
    const id = await idOf(MAYA.name);
    const ways = [
      [searchContacts, { query: { search: "Maya" } }],
      [newestGuests, {}],
      [searchByDate, { query: { date: DATE } }],
      [guestCard, { params: { id } }],
      [openGuest, { params: { id } }],
      [whereFrom, { params: { id } }],
      [openTable, { params: { name: "2026-11-20 table 12" } }],
      [tableLog, {}],
      [exportCsv, { query: { date: DATE } }],
    ] as const;
    for (const [contract, options] of ways) {
      const { status, bytes } = await call("staff", contract as never, options as never);
      expect([contract.path, status]).toEqual([contract.path, 200]);
      expect([contract.path, /peanut|sesame|"field":"allergies"/i.test(bytes.toString())]).toEqual([contract.path, false]);
    }
    for (const [contract, options] of ways.slice(0, 8)) {
      const { bytes } = await call("nobody", contract as never, { ...options, ...asCook() } as never);
      expect([contract.path, /peanut/i.test(bytes.toString())]).toEqual([contract.path, true]);
    }
    // Of a refusal too, which shows the table as it is now.
    const body = { metadata: METADATA, contacts: [MAYA], table_name: "2026-11-20 table 12", version: 77 };
    const refused = await call("staff", saveTable, { body });
    expect([refused.status, /peanut/i.test(refused.bytes.toString())]).toEqual([409, false]);
  });

  it("are changed by whoever has the key alone", async () => {
    await bring([`${MAYA.name},${MAYA.phones}`], { header: "name,phones" });
    await write("Peanuts");
    const body = { identifier: { id: await idOf(MAYA.name), ...MAYA }, allergies: "" };
    expect((await call("staff", updateContact, { body })).status).toBe(403);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT allergies FROM contact")).toEqual([{ allergies: "Peanuts" }]);
    await seat([MAYA]);
    const [{ id = "" } = {}] = rows<{ id: string }>(storeFile("jounieh", "table"), "SELECT id FROM table_guest");
    expect((await call("staff", updateTableContact, { body: { id, allergies: "" } })).status).toBe(403);
    expect((await call("nobody", updateTableContact, { ...asCook(), body: { id, allergies: "Sesame" } })).status).toBe(200);
  });

  it("stay at a table that is saved by somebody who does not see them, who may add some and take none away", async () => {
    const { table_name } = (await seat([{ ...MAYA, allergies: "Peanuts" } as never], { as: "admin" })).answer;
    const stored = () => rows(storeFile("jounieh", "table"), "SELECT allergies FROM table_guest");
    const save = (as: "staff" | "admin", allergies: string) =>
      call(as, saveTable, { body: { metadata: METADATA, contacts: [{ ...MAYA, allergies } as never], table_name } });
    expect((await save("staff", "")).status).toBe(200);
    expect(stored()).toEqual([{ allergies: "Peanuts" }]);
    await save("staff", "Sesame");
    expect(stored()).toEqual([{ allergies: "Peanuts, Sesame" }]);
    await save("admin", "");
    expect(stored()).toEqual([{ allergies: "" }]);
  });

  it("of one branch are red on every branch the same evening, of that very person alone, and nothing else of theirs", async () => {
    await bring([`${MAYA.name},${MAYA.phones}`], { header: "name,phones" });
    await write("Peanuts");
    const nour = await makePerson("nour", { roles: ["cook"], branches: ["batroun"] });
    await seat([MAYA, { name: "Rami Saad", phones: "03 222222" }], { branch: "batroun" });
    const feed = async (headers = nour.headers) => (await call("nobody", tableLog, { headers })).answer.logs[0]?.contacts;
    expect((await feed())?.map(({ name, allergies }) => [name, allergies])).toEqual([["Maya Khoury", "Peanuts"], ["Rami Saad", ""]]); // biome-ignore format: one line
    const search = await call("nobody", searchContacts, { headers: nour.headers, branch: "batroun", query: { search: "Maya" } });
    expect(search.answer.contacts.map(({ allergies }) => allergies)).toEqual(["Peanuts"]);
    clockAt("2026-11-20T19:40:00Z");
    await seat([{ name: "Ali Haddad", phones: MAYA.phones }], { branch: "batroun", number: "13" });
    expect((await feed())?.map(({ name, allergies }) => [name, allergies])).toEqual([["Ali Haddad", ""]]);
    // What a polling tablet has is news as soon as another branch writes it.
    const first = await call("nobody", tableLog, { headers: nour.headers });
    await write("Peanuts, sesame");
    const etag = first.headers.get("etag") ?? "";
    const next = await call("nobody", tableLog, { headers: { ...nour.headers, "if-none-match": etag } });
    expect(next.status).toBe(200);
    expect(next.answer.logs[1]?.contacts[0]?.allergies).toBe("Peanuts, sesame");
    expect((await call("staff", tableLog, {})).answer.logs[1]?.contacts[0]?.allergies).toBe("");
  });

  it("of two records are both kept", async () => {
    await seat([{ ...MAYA, allergies: "Peanuts" } as never], { as: "admin" });
    await endDay();
    clockAt("2026-11-21T19:30:00Z");
    await seat([{ ...MAYA, allergies: "Sesame, peanuts" } as never], { as: "admin" });
    clockAt("2026-11-21T21:16:00Z");
    const { endOfDay } = await import("@/lib/evening/contract");
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT allergies FROM contact")).toEqual([{ allergies: "Peanuts, Sesame" }]);
  });

  it("are found without reading the book", () => {
    const plan = rows<{ detail: string }>(
      storeFile("jounieh", "contacts"),
      "EXPLAIN QUERY PLAN SELECT name, also, phones, allergies FROM contact WHERE allergies <> ''",
    );
    expect(plan.map(({ detail }) => detail).join()).toMatch(/contact_with_allergies/);
  });
});
