import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { updateTableContact } from "@/lib/guests/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { METADATA, seat } from "../support/tables";

const TONY = { name: "Tony", phones: "" };

beforeEach(() => {
  enterHouse();
});

async function mergeDate(date: string): Promise<void> {
  const query = { action: "merge_by_date_all_branches" as const, date, force: "true", backup: "false" };
  expect((await call("admin", runMergeByDate, { query: query as never })).status).toBe(200);
}

const inCentral = () => rows<{ name: string }>(storeFile("central", "contacts"), "SELECT name FROM contact").map(({ name }) => name);

describe("a guest without a number is one guest of an evening in central", () => {
  it("also where two branches seat them before and after midnight", async () => {
    clockAt("2026-11-20T21:30:00Z");
    await seat([TONY], { branch: "batroun" });
    expect((await call("admin", endOfDay, { branch: "batroun" })).status).toBe(200);
    clockAt("2026-11-20T22:40:00Z");
    await seat([TONY], { branch: "jounieh" });
    expect((await call("admin", endOfDay, { branch: "jounieh" })).status).toBe(200);
    await mergeDate("2026-11-20");
    expect(inCentral()).toEqual(["Tony"]);
  });

  it("also where one is added the next evening to a table that nobody closed", async () => {
    clockAt("2026-11-20T19:00:00Z");
    const { table_name } = (await seat([{ name: "Maya", phones: "03 111111" }], { branch: "batroun" })).answer;
    await seat([TONY], { branch: "jounieh" });
    clockAt("2026-11-21T19:00:00Z");
    const body = { metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }, TONY], table_name };
    expect((await call("staff", saveTable, { branch: "batroun", body })).status).toBe(200);
    for (const branch of ["batroun", "jounieh"]) expect((await call("admin", mergeTables, { branch })).status).toBe(200);
    await mergeDate("2026-11-20");
    await mergeDate("2026-11-21");
    expect(inCentral().sort()).toEqual(["Maya", "Tony"]);
  });

  it("and another one of the next evening", async () => {
    for (const day of ["2026-11-20", "2026-11-21"]) {
      clockAt(`${day}T19:00:00Z`);
      await seat([TONY], { branch: "batroun" });
      expect((await call("admin", mergeTables, { branch: "batroun" })).status).toBe(200);
      await mergeDate(day);
    }
    expect(inCentral()).toEqual(["Tony", "Tony"]);
  });
});

describe("a phone that is corrected after End of Day", () => {
  it("makes no second guest of somebody whom central has taken already", async () => {
    clockAt("2026-11-20T19:00:00Z");
    await seat([{ name: "Gus", phones: "76 400100" }], { branch: "ehden" });
    clockAt("2026-11-20T21:20:00Z");
    expect((await call("admin", endOfDay, { branch: "ehden" })).status).toBe(200);
    await mergeDate("2026-11-20");
    const [row] = rows<{ id: string }>(storeFile("ehden", "table"), "SELECT id FROM guest_row");
    for (const phones of ["76 400200", "76 400300"]) {
      const body = { id: row?.id ?? "", phones };
      expect((await call("admin", updateTableContact, { branch: "ehden", body: body as never })).status).toBe(200);
      await mergeDate("2026-11-20");
      await mergeDate("2026-11-20");
    }
    expect(inCentral()).toEqual(["Gus"]);
    const digits = rows<{ digits: string }>(storeFile("central", "contacts"), "SELECT digits FROM contact_phone");
    expect(digits.map((one) => one.digits)).toEqual(["96176400300"]);
  });
});
