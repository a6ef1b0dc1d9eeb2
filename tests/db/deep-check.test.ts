import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { leaveCleanStop, takeCleanStop, wasLeftWhole } from "@/lib/db/clean-stop";
import { storeFile } from "@/lib/db/files";
import { checkAfterUncleanStop, closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { start } from "@/lib/start";

import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse, tokenFor } from "../support/house";
import { DAMAGED_DAY, damageOnePage, enlarge } from "../support/large-book";
import { longestTurn } from "../support/pace";
import { seat } from "../support/tables";

const WAIT = { timeout: 60_000 };

vi.setConfig({ testTimeout: 120_000 }); // large books are made, and read several times
/** Were the whole check done on the event loop, that would stand still for as long as the check takes. */
const PART = 0.75;

const BOOK = { branch: "jounieh", kind: "contacts", ok: false, code: "db_corrupt" };

const book = () => storeFile("jounieh", "contacts");
const broken = async () => (await call("nobody", health)).answer.stores.filter((store) => !store.ok);
const nextDoor = async () => (await call("staff", searchContacts, { branch: "batroun", query: { search: "Maya" } })).status;

describe("a large guest book with one damaged page", () => {
  it("is taken out of use without stopping anybody, and polls do not have it read again", async () => {
    enterHouse();
    await tokenFor("staff");
    const wholeCheck = enlarge(book());
    const whole = readFileSync(book());
    damageOnePage(book());
    expect(await broken()).toEqual([]);
    expect(await nextDoor()).toBe(200);
    expect((await call("staff", searchByDate, { query: { date: "2026-02-02" } })).status).toBe(200);
    const clock = holdMonotonicClock();
    expect((await call("staff", searchByDate, { query: { date: DAMAGED_DAY } })).answer.code).toBe("db_corrupt");
    expect(await broken()).toEqual([BOOK]); // from the first reading on; what lies on whole pages is read until all is known
    const whoeverElse = async () => (await call("staff", searchContacts, { query: { search: "Maya" } })).answer.code;
    await expect.poll(whoeverElse, WAIT).toBe("db_corrupt");
    expect(await nextDoor()).toBe(200);

    for (let poll = 0; poll < 10; poll++) {
      clock.pass(2_001);
      expect(await broken()).toEqual([BOOK]); // and not busy, as while it is being read
      expect(await whoeverElse()).toBe("db_corrupt");
    }

    writeFileSync(book(), whole);
    clock.pass(2_001);
    const back = await longestTurn(() => expect.poll(broken, WAIT).toEqual([]));
    expect(back).toBeLessThan(wholeCheck * PART);
    expect((await call("staff", searchByDate, { query: { date: DAMAGED_DAY } })).answer.total).toBe(1);
  });
});

describe("the start of a server", () => {
  it("after a kill does not wait for the large book to be read; that is done beside, and the damage is found", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    const wholeCheck = enlarge(book());
    takeCleanStop();
    // A start loads clients and makes keys, whatever the size of a book: only the book may not add to it.
    const starting = await longestTurn(async () => expect((await start()).broken).toEqual([]));
    expect(starting).toBeLessThan(wholeCheck * PART);
    expect((await seat([{ name: "Maya" }], { number: "11" })).status).toBe(200); // loads the clients
    expect(await nextDoor()).toBe(200);
    const beside = await longestTurn(async () => {
      const checks = checkAfterUncleanStop();
      expect((await seat([{ name: "Maya" }])).status).toBe(200);
      expect(await nextDoor()).toBe(200);
      await checks;
    });
    expect(beside).toBeLessThan(wholeCheck * PART);
    expect(await broken()).toEqual([]);

    await closeStores(); // and is killed again, with a damaged page by now
    damageOnePage(book());
    takeCleanStop();
    expect((await start()).broken).toEqual([]);
    await checkAfterUncleanStop();
    expect(await broken()).toEqual([BOOK]);
    expect((await seat([{ name: "Maya" }], { number: "13" })).status).toBe(200);
  });

  it("after a clean stop reads no store whole", async () => {
    enterHouse();
    enlarge(book());
    damageOnePage(book()); // whoever reads all of it finds that
    expect((await start()).broken).toEqual([]);
    leaveCleanStop(await closeStores());
    takeCleanStop();
    expect((await start()).broken).toEqual([]);
    await checkAfterUncleanStop();
    expect(await broken()).toEqual([]);
  });
});

function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.backup`);
  renameSync(`${file}.backup`, file);
}

describe("the note of a clean stop", () => {
  async function stopCleanly(): Promise<string> {
    const data = enterHouse({ BRANCHES: "jounieh,batroun" });
    takeCleanStop();
    expect((await start()).broken).toEqual([]);
    await checkAfterUncleanStop();
    const whole = await closeStores();
    expect(whole).toHaveLength(5);
    leaveCleanStop(whole);
    return data;
  }

  it("names every store that is as it was left, and is gone once a server has started", async () => {
    const data = await stopCleanly();
    expect(existsSync(path.join(data, "clean-stop.json"))).toBe(true);
    takeCleanStop();
    expect(existsSync(path.join(data, "clean-stop.json"))).toBe(false);
    expect(wasLeftWhole(book())).toBe(true);
    takeCleanStop(); // the server was killed before it had stopped
    expect(wasLeftWhole(book())).toBe(false);
  });

  it.each([
    ["restored", replaceByCopy],
    ["written by another program", (file: string) => new Database(file).exec("UPDATE store_lock SET turns = turns + 1")],
  ])("does not hold for a store that was %s since", async (_, change) => {
    await stopCleanly();
    change(book());
    takeCleanStop();
    expect(wasLeftWhole(book())).toBe(false);
    expect(wasLeftWhole(storeFile("batroun", "contacts"))).toBe(true);
  });
});
