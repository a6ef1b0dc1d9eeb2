import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { othersSaveOf } from "@/components/tables/conflicting-save";
import { changeCount, joined, settled, whatCame } from "@/components/tables/edit-changes";
import { createStoreFile } from "@/lib/db/check-before-open";
import { backupsDir, storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { restoreStore } from "@/lib/db/restore";
import {
  type Draft,
  type DraftStorage,
  draftOfTable,
  isWorthKeeping,
  keepDraft,
  NO_TABLE_INFO,
  newDraft,
  readDraft,
  saveBegun,
  saveBody,
} from "@/lib/drafts";
import { endOfDay } from "@/lib/evening/contract";
import { NOTHING_SAID } from "@/lib/guest-fields";
import { partySizeOf } from "@/lib/party-size";
import { listSavedTables, type SavedTable, saveTable, tableLog } from "@/lib/tables/contract";
import { keepBoth } from "@/lib/tables/keep-both";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { asBefore } from "../support/older";
import { alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open } from "../support/tables";

const MAYA = { name: "Maya", phones: "70 111 222" };

function save(metadata: object, more: { table_name?: string; version?: number } = {}) {
  return call("staff", saveTable, { body: { metadata: { ...METADATA, ...metadata }, contacts: [MAYA], ...more } });
}

const sizeOf = async (name: string) => (await open(name)).answer.metadata.party_size;

describe("how many people sit at a table", () => {
  it("stands with the table: opened, in the list, in the feed, and after End of Day", async () => {
    enterHouse();
    clockAt(EVENING);
    const { table_name } = (await save({ party_size: 6 })).answer;
    expect(await sizeOf(table_name)).toBe(6);
    expect((await call("staff", listSavedTables)).answer.details).toMatchObject([{ name: table_name, guests: 1, party_size: 6 }]);
    expect((await call("staff", tableLog)).answer.logs).toMatchObject([{ table_name, party_size: 6 }]);
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    expect(await sizeOf(table_name)).toBe(6);
    expect((await call("staff", tableLog)).answer.logs).toMatchObject([{ table_name, closed: true, party_size: 6 }]);
  });

  it("is asked of nobody", async () => {
    enterHouse();
    const { table_name } = (await save({})).answer;
    expect(await sizeOf(table_name)).toBeNull();
    expect((await call("staff", listSavedTables)).answer.details).toMatchObject([{ party_size: null }]);
    expect((await call("staff", tableLog)).answer.logs).toMatchObject([{ party_size: null }]);
  });

  it.each([
    [1, 1],
    [99, 99],
    ["4", 4],
    [" ١٢ ", 12],
    ["", null],
    [null, null],
  ])("is read of %j as %j", async (party_size, read) => {
    enterHouse();
    const { status, answer } = await save({ party_size });
    expect(status).toBe(200);
    expect(await sizeOf(answer.table_name)).toBe(read);
  });

  it.each([0, -2, 100, 2.5, "many", "4-5", true, [4], { n: 4 }])("is refused as %j, and nothing is saved", async (party_size) => {
    enterHouse();
    const { status, answer } = await save({ party_size });
    expect({ status, code: answer.code }).toEqual({ status: 400, code: "invalid_request" });
    expect(answer.issues?.map(({ path: at }) => at)).toEqual(["metadata.party_size"]);
    expect(answer.issues?.[0]?.message).toBe("How many people sit there is a whole number from 1 to 99.");
    expect((await call("staff", listSavedTables)).answer.tables).toEqual([]);
  });

  it("is corrected and taken away by a later save, stays for a client that says nothing of it, and the trail knows", async () => {
    enterHouse();
    const { table_name } = (await save({ party_size: 4 })).answer;
    const again = async (metadata: object) => {
      await save(metadata, { table_name });
      return sizeOf(table_name);
    };
    expect(await again({ party_size: 5 })).toBe(5);
    expect(await again({})).toBe(5);
    expect(await again((await open(table_name)).answer.metadata)).toBe(5);
    expect(await again({ party_size: null })).toBeNull();
    const changes = rows<{ payload: string }>(
      storeFile("jounieh", "table"),
      "SELECT payload FROM event WHERE kind = 'table.saved' ORDER BY seq",
    );
    expect(changes.map(({ payload }) => JSON.parse(payload).changed)).toEqual([
      null,
      { old: { party_size: 4 }, new: { party_size: 5 } },
      null,
      null,
      { old: { party_size: 5 }, new: { party_size: null } },
    ]);
  });
});

function storage(): DraftStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

const PLACE = { branch: "jounieh", api_base: "http://127.0.0.1:8000/api" };
const INFO = { ...NO_TABLE_INFO, ...METADATA, ...PLACE };

function withSize(draft: Draft, party_size: string): Draft {
  return { ...draft, info: { ...draft.info, party_size } };
}

const saved = (party_size: number | null, version = 3): SavedTable => ({
  table_name: "2026-11-20 table 12",
  metadata: {
    ...METADATA,
    table_name: "2026-11-20 table 12",
    branch: "jounieh",
    city: null,
    api_base: null,
    party_size,
    saved_at: "",
    business_day: "2026-11-20",
    closed: false,
  },
  contacts: [{ ...NOTHING_SAID, ...MAYA, id: "maya", added_at: "" }],
  version,
});

describe("what was typed of it on this device", () => {
  it("is kept from the first digit, as it was typed", () => {
    const device = storage();
    const draft = withSize(newDraft({ ...INFO, table_number: "" }), "4");
    expect(isWorthKeeping(draft)).toBe(true);
    keepDraft(draft, device);
    expect(readDraft(draft.id, device)?.info.party_size).toBe("4");
  });

  it("goes out as a number; an unchanged or empty one is not named, so that a save that waits is the same as before", () => {
    expect(saveBody(withSize(newDraft(INFO), "٤")).metadata.party_size).toBe(4);
    expect(JSON.stringify(saveBody(newDraft(INFO)))).not.toContain("party_size");
    const edited = draftOfTable(saved(4), PLACE);
    expect(edited.info.party_size).toBe("4");
    expect(JSON.stringify(saveBody(edited))).not.toContain("party_size");
    expect(saveBody(withSize(edited, "")).metadata.party_size).toBeNull();
    expect(saveBody(withSize(edited, "7")).metadata.party_size).toBe(7);
  });

  it("is a change of a saved table like any other", () => {
    const edited = draftOfTable(saved(4), PLACE);
    expect([changeCount(edited), isWorthKeeping(edited)]).toEqual([0, false]);
    const changed = withSize(edited, "5");
    expect([changeCount(changed), isWorthKeeping(changed)]).toEqual([1, true]);
    expect(changeCount(settled(changed))).toBe(0);
  });

  it("is read out of a draft of an earlier version as nothing, and its save that waits goes again unchanged", () => {
    const device = storage();
    const { party_size: _, ...info } = INFO;
    const { original_party_size: __, ...older } = saveBegun(newDraft(INFO));
    device.setItem(`daftar_draft_${older.id}`, JSON.stringify({ ...older, info }));
    const read = readDraft(older.id, device);
    expect(read).toMatchObject({ info: INFO, original_party_size: "" });
    expect(read?.sent).toBe(JSON.stringify(saveBody(read as Draft)));
  });

  it("meets what another tablet said of it: mine where I changed it, theirs where I did not, and the note says so", () => {
    const others = othersSaveOf(saved(6, 4));
    if (!others) throw new Error("A saved table.");
    const edited = draftOfTable(saved(4), PLACE);
    const both = keepBoth(edited.original, edited.guests, others.guests);
    const theirs = joined(edited, both.guests, others);
    expect(theirs.info.party_size).toBe("6");
    expect(changeCount(theirs)).toBe(0);
    expect(whatCame(both, others, edited)).toContain("said that 6 people sit there");
    const mine = joined(withSize(edited, "5"), both.guests, others);
    expect(mine.info.party_size).toBe("5");
    expect(changeCount(mine)).toBe(1);
    expect(whatCame(both, others, withSize(edited, "5"))).toContain("said that 6 people sit there, where 5 stands now");
  });

  it.each([
    ["", null],
    ["12", 12],
    ["۹", 9],
    ["0", "wrong"],
    ["100", "wrong"],
    ["four", "wrong"],
  ])("is read of %j as %j", (typed, read) => {
    expect(partySizeOf(typed)).toBe(read);
  });
});

const MIGRATION = "20261127130000_party_size";
/** A migration runs in a thread; calls are answered with `busy` meanwhile. */
const WAIT = { timeout: 20_000 };

describe("a table store from before it was asked", () => {
  it("opens with all its tables, also as a restored backup", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    await closeStores();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    asBefore("table", MIGRATION, () => createStoreFile(file, "table", "jounieh"));
    alter(
      file,
      `INSERT INTO saved_table (id, name, table_number, hostess, waiter, business_day, saved_at)
       VALUES ('t', '2026-11-20 table 9', '9', 'Rima', 'Jad', '2026-11-20', '2026-11-20T19:30:00.000Z')`,
    );
    const tables = async () => (await call("staff", listSavedTables)).answer.details?.map(({ name, party_size }) => [name, party_size]);
    await expect.poll(tables, WAIT).toEqual([["2026-11-20 table 9", null]]);
    await save({ party_size: 8, table_number: "9" }, { table_name: "2026-11-20 table 9" });
    expect(await tables()).toEqual([["2026-11-20 table 9", 8]]);
    await closeStores();
    const backup = readdirSync(backupsDir(file)).find((name) => name.includes("before-migration"));
    restoreStore({ owner: "jounieh", kind: "table", file }, path.join(backupsDir(file), backup ?? ""));
    await expect.poll(tables, WAIT).toEqual([["2026-11-20 table 9", null]]);
  });
});
