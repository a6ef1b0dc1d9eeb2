import { copyFileSync, rmSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { sayOnePerson } from "@/lib/guests/contract";
import { openReservation } from "@/lib/reservations/contract";
import { start } from "@/lib/start";
import { bring, endDay, find, book as inBook, mergeAll, mergeDate } from "../guests/guests";
import { book, haveRules, SATURDAY, settled } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { check, erase, filesWith } from "./hala";

/** Rows without a number, which somebody has said are hers. */

const HERS = ["Zorkane", "zorkane", "918273", "terrace, please"];
const NUMBER = "+961 71 918273";
let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(SATURDAY);
});

async function bookWithoutNumber(): Promise<string> {
  await haveRules();
  const { status, answer } = await book({ name: "Hala Zorkane", phones: "", guest_note: "The terrace, please", override_reason: "" });
  expect(status, JSON.stringify(answer)).toBe(201);
  await settled();
  return answer.id;
}

/** @returns the ids of the guest that stays, and of the one that is no more */
async function unite(name: string, branch?: string): Promise<{ kept: string; gone: string }> {
  const found = (await find(name, branch)).filter((one) => one.name === name);
  const [one, other] = found.toSorted((a, b) => a.phones.length - b.phones.length);
  if (!one || !other) throw new Error(`Not two guests: ${JSON.stringify(found)}`);
  const identifier = { id: one.id, name, phones: one.phones };
  const body = { identifier, other: { id: other.id, name, phones: other.phones } };
  const { status, answer } = await call("staff", sayOnePerson, { body, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  const [left] = rows<{ id: string }>(storeFile(branch ?? "jounieh", "contacts"), "SELECT id FROM contact WHERE name = 'Hala Zorkane'");
  const kept = left?.id ?? "";
  return { kept, gone: kept === one.id ? other.id : one.id };
}

describe("a guest who was united with rows that have no number", () => {
  it("is erased with her booking", async () => {
    const id = await bookWithoutNumber();
    await bring([`Hala Zorkane,${NUMBER},2026-10-02T20:00:00Z`]);
    await unite("Hala Zorkane");
    expect((await erase({ phones: NUMBER })).status).toBe(200);
    const { answer } = await call("admin", openReservation, { params: { id } });
    expect(answer.reservation).toMatchObject({ name: "Erased guest", guest_note: "" });
    expect(filesWith(HERS)).toEqual([]);
    expect(await check()).toMatchObject({ intact: true });
  });

  it("is erased with the tables that she sat at, in whichever book it was said", async () => {
    clockAt(EVENING);
    await seat([
      { name: "Hala Zorkane", phones: "" },
      { name: "Karim Saab", phones: "03 222333" },
    ]);
    await mergeAll();
    await endDay();
    await mergeDate();
    await bring([`Hala Zorkane,${NUMBER},2026-10-02T20:00:00Z`], { branch: "central" });
    await unite("Hala Zorkane", "central");
    expect((await erase({ phones: NUMBER })).status).toBe(200);
    expect(filesWith(HERS)).toEqual([]);
    expect(inBook()).toEqual(["Karim Saab 03 222333"]);
    expect(rows(storeFile("jounieh", "table"), "SELECT name FROM table_guest")).toEqual([{ name: "Karim Saab" }]);
  });

  it("is erased by the id that she had before", async () => {
    await bookWithoutNumber();
    await bring([`Hala Zorkane,${NUMBER},2026-10-02T20:00:00Z`]);
    const { gone } = await unite("Hala Zorkane");
    expect((await erase({ id: gone })).answer).toMatchObject({ ok: true, erased: { guests: 1 } });
    expect(filesWith(HERS)).toEqual([]);
    expect(inBook()).toEqual([]);
  });

  it("is not brought back by a backup of the tables", async () => {
    const id = await bookWithoutNumber();
    const [hala] = await find("Hala");
    const file = storeFile("jounieh", "table");
    await closeStores();
    copyFileSync(file, `${data}/before`);
    expect((await erase({ id: hala?.id ?? "" })).status).toBe(200);
    await closeStores();
    copyFileSync(`${data}/before`, file);
    rmSync(`${data}/before`);
    await start();
    expect((await call("admin", openReservation, { params: { id } })).answer.reservation).toMatchObject({ name: "Erased guest" });
    expect(filesWith(HERS)).toEqual([]);
  });
});
