import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { runMergeByDate, waitingDays } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { METADATA, seat } from "../support/tables";

const night = (day: number, time = "21:30:00") => `2026-11-${day}T${time}Z`;

async function merge(date: string, more: Record<string, string> = {}) {
  const query = { action: "merge_by_date_all_branches", date, force: "true", backup: "false", ...more };
  const { status, answer } = await call("admin", runMergeByDate, { query: query as never });
  expect(status).toBe(200);
  return answer;
}

const waiting = async (date: string) => (await call("admin", waitingDays, { query: { date } })).answer;
const central = () =>
  rows<{ name: string }>(storeFile("central", "contacts"), "SELECT name FROM contact ORDER BY name").map(({ name }) => name);

/** An evening of a branch with one guest, and its End of Day unless it was forgotten. */
async function evening(branch: string, day: number, name: string, phones: string, ended = true): Promise<string> {
  clockAt(night(day, "19:30:00"));
  const { answer } = await seat([{ name, phones }], { branch });
  clockAt(night(day));
  if (ended) expect((await call("admin", endOfDay, { branch })).status).toBe(200);
  return answer.table_name;
}

describe("earlier dates", () => {
  it("that central lacks come along, per branch, and are named; then nothing waits", async () => {
    enterHouse();
    await evening("batroun", 18, "Before", "03 111111");
    await evening("tripoli", 19, "Between", "03 222222");
    await evening("batroun", 20, "Tonight", "03 333333");
    expect((await waiting("2026-11-20")).rows).toEqual([
      { branch: "batroun", date: "2026-11-18", rows: 1 },
      { branch: "tripoli", date: "2026-11-19", rows: 1 },
    ]);
    expect(await merge("2026-11-20")).toMatchObject({
      inserted: 3,
      earlier_dates: [
        { branch: "batroun", date: "2026-11-18", rows: 1, taken: true },
        { branch: "tripoli", date: "2026-11-19", rows: 1, taken: true },
      ],
    });
    expect(central()).toEqual(["Before", "Between", "Tonight"]);
    expect(await waiting("2026-11-20")).toEqual({ rows: [], open_tables: [], unknown: [] });
    expect(await merge("2026-11-20")).toMatchObject({ inserted: 0, skipped: 1, earlier_dates: [] });
  });

  it("stay where they are when nobody wants them, and are named all the same", async () => {
    enterHouse();
    await evening("batroun", 18, "Before", "03 111111");
    await evening("batroun", 20, "Tonight", "03 333333");
    expect(await merge("2026-11-20", { include_earlier: "false" })).toMatchObject({
      inserted: 1,
      earlier_dates: [{ branch: "batroun", date: "2026-11-18", rows: 1, taken: false }],
    });
    expect(central()).toEqual(["Tonight"]);
    expect((await waiting("2026-11-20")).rows).toHaveLength(1);
  });

  it("of a forgotten End of Day are named as open tables, and come with the next one's", async () => {
    enterHouse();
    await evening("zgharta", 19, "Forgotten", "03 111111", false);
    expect((await waiting("2026-11-20")).open_tables).toMatchObject([
      { branch: "zgharta", date: "2026-11-19", tables: 1, missing_tables: 1 },
    ]);
    expect((await waiting("2026-11-18")).open_tables).toEqual([]);
    await merge("2026-11-19");
    expect(central()).toEqual([]);
    await evening("zgharta", 20, "Tonight", "03 333333");
    await merge("2026-11-20");
    expect(central()).toEqual(["Forgotten", "Tonight"]);
  });

  it("that were merged before a late table came along count as missing again", async () => {
    enterHouse();
    await evening("ehden", 19, "Early", "03 111111");
    await merge("2026-11-19");
    clockAt(night(19, "23:30:00"));
    await seat([{ name: "Late", phones: "03 222222" }], { branch: "ehden", number: "2" });
    expect((await call("admin", endOfDay, { branch: "ehden" })).answer).toMatchObject({ inserted: 1, already_done: false });
    clockAt(night(20));
    expect((await waiting("2026-11-20")).rows).toEqual([{ branch: "ehden", date: "2026-11-19", rows: 2 }]);
    expect(await merge("2026-11-20")).toMatchObject({ inserted: 1, skipped: 1 });
    expect(central()).toEqual(["Early", "Late"]);
    expect((await waiting("2026-11-20")).rows).toEqual([]);
  });

  it("whose table was saved again since then count as missing again", async () => {
    enterHouse();
    const name = await evening("ehden", 19, "Maya", "03 111111", false);
    await call("admin", mergeTables, { branch: "ehden" });
    await merge("2026-11-19");
    const contacts = [{ name: "Maya", phones: "03 111111 / 70 222222" }];
    await call("staff", saveTable, { branch: "ehden", body: { metadata: METADATA, contacts, table_name: name } });
    await call("admin", mergeTables, { branch: "ehden" });
    clockAt(night(20));
    expect((await waiting("2026-11-20")).rows).toEqual([{ branch: "ehden", date: "2026-11-19", rows: 1 }]);
    expect(await merge("2026-11-20")).toMatchObject({ inserted: 0, skipped: 1, filled: 1 });
    expect(rows(storeFile("central", "contacts"), "SELECT phones FROM contact")).toEqual([{ phones: "03 111111 / 70 222222" }]);
    expect((await waiting("2026-11-20")).rows).toEqual([]);
  });

  it("of a store that came back from a backup count as missing again", async () => {
    enterHouse();
    await evening("ehden", 19, "Maya", "03 111111");
    await merge("2026-11-19");
    await closeStores();
    // As after a restore and another evening's work: at the same place stands another row.
    alter(storeFile("ehden", "table"), "UPDATE guest_row SET id = 'another', name = 'Other', phones = ''; DELETE FROM guest_row_phone");
    expect((await waiting("2026-11-20")).rows).toHaveLength(1);
    await merge("2026-11-20");
    expect(central()).toEqual(["Maya", "Other"]);
    expect((await waiting("2026-11-20")).rows).toEqual([]);
  });
});

describe("tables that no End of Day has taken", () => {
  const nothing = { missing_tables: 0, missing_guests: 0 };
  const jounieh = async () => (await waiting("2026-11-20")).open_tables;

  it("are told with their guests, and with those of them that central has not taken", async () => {
    enterHouse();
    await evening("jounieh", 20, "Maya", "03 111111", false);
    const second = [
      { name: "Omar", phones: "03 222222" },
      { name: "Sara", phones: "" },
    ];
    await seat(second, { number: "2" });
    const open = { branch: "jounieh", date: "2026-11-20", tables: 2, guests: 3, here: true };
    expect(await jounieh()).toEqual([{ ...open, missing_tables: 2, missing_guests: 3 }]);
    await merge("2026-11-20");
    expect(await jounieh()).toEqual([{ ...open, missing_tables: 2, missing_guests: 3 }]);
    // Merge All makes guest rows of them, which Merge by Date takes though the evening goes on.
    await call("admin", mergeTables, {});
    expect(await jounieh()).toEqual([{ ...open, missing_tables: 2, missing_guests: 3 }]);
    await merge("2026-11-20");
    expect(await jounieh()).toEqual([{ ...open, ...nothing }]);
    // Somebody comes late, beside one who sat at another table before.
    const late = [{ name: "Maya", phones: "+961 3 111 111" }, { name: "Late", phones: "03 444444" }]; // biome-ignore format: one line
    await seat(late, { number: "3" });
    expect(await jounieh()).toEqual([{ ...open, tables: 3, guests: 5, missing_tables: 1, missing_guests: 1 }]);
    await call("admin", endOfDay, {});
    expect(await jounieh()).toEqual([]);
  });

  it("of a branch whose tables are not here, or cannot be read, are not known, and nobody says that there are none", async () => {
    const data = enterHouse({ BRANCHES: "jounieh,batroun,central" });
    for (const branch of ["tripoli", "zgharta", "ehden"]) rmSync(path.join(data, branch), { recursive: true });
    expect((await waiting("2026-11-20")).unknown).toEqual(
      ["tripoli", "zgharta", "ehden"].map((branch) => ({ branch, reason: "its tables are not on this server" })),
    );
    await closeStores();
    writeFileSync(storeFile("batroun", "table"), "no database at all");
    expect((await waiting("2026-11-20")).unknown).toContainEqual({ branch: "batroun", reason: "its tables could not be read" });
  });
});
