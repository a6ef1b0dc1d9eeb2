import { renameSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { saveTable, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";
import { EVENING, METADATA, seat } from "../support/tables";

describe("the cursor of the live feed", () => {
  const ask = (etag?: string, person: "staff" | "admin" = "staff") =>
    call(person, tableLog, { headers: etag ? { "if-none-match": etag } : {} });

  it("gives nothing anew to whoever has it all, and all of it after any branch's save, to everybody the same", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const first = await ask();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(await ask(etag)).toMatchObject({ status: 304, answer: null });
    expect((await ask(`W/${etag}, "other"`)).status).toBe(304);
    expect((await ask(undefined, "admin")).answer).toEqual(first.answer);
    clockAt("2026-11-20T19:31:00Z");
    await seat([{ name: "Ziad", phones: "03 222222" }], { branch: "batroun" });
    const next = await ask(etag);
    expect(next.status).toBe(200);
    expect(next.answer.logs.map((entry) => entry.contacts[0]?.name)).toEqual(["Ziad", "Maya"]);
    clockAt("2026-11-21T19:30:00Z");
    expect(await ask(next.headers.get("etag") ?? "")).toMatchObject({ status: 200, answer: { logs: [], unavailable: [] } });
  });

  it("says since when somebody sits at a table, however often it is saved, and when End of Day has taken it", async () => {
    enterHouse();
    clockAt(EVENING);
    const { table_name } = (await seat([{ name: "Maya", phones: "03 111111" }])).answer;
    clockAt("2026-11-20T21:20:00Z");
    const contacts = [{ name: "Maya", phones: "03 111111" }, { name: "Ziad" }];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name } });
    expect((await ask()).answer.logs).toMatchObject([
      { since: new Date(EVENING).toISOString(), time: "2026-11-20T21:20:00.000Z", closed: false },
    ]);
    await call("admin", endOfDay);
    expect((await ask()).answer.logs).toMatchObject([{ table_name, closed: true }]);
  });

  it("names the restaurants that another server keeps", async () => {
    enterHouse({ BRANCHES: "jounieh,ehden,central" });
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const away = ["batroun", "tripoli", "zgharta"];
    expect((await ask()).answer).toMatchObject({ logs: [{ branch: "jounieh" }], unavailable: away, elsewhere: away });
  });

  itOnDay(0)("says which branch cannot be shown, and notices when it can be again", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await closeStores();
    renameSync(storeFile("batroun", "table"), `${storeFile("batroun", "table")}.away`);
    const without = await ask();
    expect(without.answer).toMatchObject({ unavailable: ["batroun"], elsewhere: [], logs: [{ branch: "jounieh" }] });
    renameSync(`${storeFile("batroun", "table")}.away`, storeFile("batroun", "table"));
    await vi.waitFor(async () => expect((await ask(without.headers.get("etag") ?? "")).answer?.unavailable).toEqual([]), 10_000);
  });
});
