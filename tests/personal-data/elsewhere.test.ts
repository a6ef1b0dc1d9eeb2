import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { mergeTables } from "@/lib/evening/contract";
import { deleteContact, updateCompanyByDate } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { start } from "@/lib/start";
import { book, bring, eventsOf, guestRows, mergeAll, rowId } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { check, erase, filesWith, HALA, HERS, PHONES } from "./hala";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

describe("what is said of her elsewhere", () => {
  const csv = (lines: string[], branch: string) =>
    call("admin", importContacts, {
      raw: ["name,phones", ...lines].join("\n"),
      headers: { "content-type": "text/csv" },
      branch,
    });

  it("goes from the sentence of a job whose store holds nothing else of her", async () => {
    await csv(["Hala Zorkane,71 918273", "Bassam Tawil,71 918273", "Karim Saab,03 222333"], "batroun");
    expect(filesWith(["same phone as Hala Zorkane"])).not.toEqual([]);
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(filesWith(HERS)).toEqual([]);
    expect(book("batroun")).toEqual(["Karim Saab 03 222333"]);
  });

  it("goes from a sentence where she is known by one word", async () => {
    await csv(["Zorkanetta,71 918273", "Bassam Tawil,71 918273", "Karim Saab,03 222333"], "batroun");
    await erase({ phones: PHONES });
    expect(filesWith(HERS)).toEqual([]);
  });

  it("goes from the files of stores that have forgotten her rows, as by the undo of an import", async () => {
    const { answer } = await csv(["Hala Zorkane,71 918273", "Hala Zorkan,71 918273", "Karim Saab,03 222333"], "batroun");
    await seat([HALA]);
    expect((await call("admin", undoImport, { body: { import_id: answer.import_id ?? "" }, branch: "batroun" })).status).toBe(200);
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(filesWith(HERS)).toEqual([]);
    expect(await check()).toMatchObject({ intact: true });
  });

  it("goes from what happened to a row of hers that somebody deleted", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await call("admin", updateCompanyByDate, { body: { date: "2026-11-20", company: "Bank of Cedars" } });
    await mergeAll();
    await call("admin", deleteContact, { query: { id: await rowId("Hala Zorkane"), store: "table" } });
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(filesWith(HERS)).toEqual([]);
    expect(await check()).toMatchObject({ intact: true });
  });

  it("stays where it is said of a namesake who has another number", async () => {
    await seat([
      { name: "Hala Zorkane", phones: "76 555666" },
      { name: "Karim Saab", phones: "03 222333" },
    ]);
    await seat([HALA], { number: "3" });
    await mergeAll();
    await erase({ phones: PHONES });
    expect(guestRows()).toEqual(["Hala Zorkane 76 555666", "Karim Saab 03 222333"]);
    const added = eventsOf("table").flatMap(({ kind, payload }) =>
      kind === "table.saved" ? ((payload as { added?: { name: string }[] }).added ?? []) : [],
    );
    expect(added.map(({ name }) => name).sort()).toEqual(["", "Hala Zorkane", "Karim Saab"]);
    expect(await check()).toMatchObject({ intact: true });
  });
});

describe("what runs at the same time", () => {
  it("is a merge or an erasing, one of them; whoever is saved meanwhile is saved", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    const [erased, merged, saved] = await Promise.all([
      erase({ phones: PHONES }),
      call("admin", mergeTables),
      seat([{ name: "Maya Khoury", phones: "70 333444" }], { number: "4" }),
      seat([{ name: "Hala Zorkanetta", phones: "71918273" }], { number: "5" }),
    ]);
    expect(saved.status).toBe(200);
    for (const { status, answer } of [erased, merged]) expect([200, "already_running"]).toContain(status === 200 ? 200 : answer.code);
    if (erased.status !== 200) expect((await erase({ phones: PHONES })).status).toBe(200);
    await mergeAll();
    expect(guestRows().filter((row) => !/Zorkan/.test(row))).toEqual(["Karim Saab 03 222333", "Maya Khoury 70 333444"]);
    expect((await erase({ phones: PHONES })).status).toBe(200);
    expect(filesWith(HERS)).toEqual([]);
    expect(await check()).toMatchObject({ intact: true });
  });

  it("is no merge, as long as somebody is being erased", async () => {
    await seat([HALA]);
    const job = "id, kind, branch, active_lane, state, actor_kind, request_id, started_at, actor_id";
    alter(
      path.join(data, "hub.db"),
      `INSERT INTO job (${job}) VALUES ('x', 'erase-person', 'hub', 'erase-person hub', 'running', 'user', 'r', '${EVENING}', 'u')`,
    );
    const { status, answer } = await call("admin", mergeTables);
    expect([status, answer.code]).toEqual([409, "already_running"]);
  });
});

describe("an erasing that failed half-way while the server went on", () => {
  it("is finished by the next start, also when somebody else was erased in between", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await erase({ phones: PHONES });
    await seat([{ name: "Maya Khoury", phones: "70 333444" }], { number: "4" });
    // As it is where the first erasing had not come as far as this store.
    await bring(["Hala Zorkane,71 918273,2026-10-02T20:00:00Z"], { branch: "batroun" });
    await closeStores();
    alter(storeFile("batroun", "contacts"), "DELETE FROM store_info WHERE name = 'erased_so_far'");
    await erase({ phones: "70 333444" });
    await closeStores();
    await start();
    expect(filesWith(HERS)).toEqual([]);
    expect(await check()).toMatchObject({ intact: true });
  });
});
