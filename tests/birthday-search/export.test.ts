import { describe, expect, it } from "vitest";
import type { FileEndpoint } from "@/lib/api/endpoint";
import { exportBirthdaysCsv, exportBirthdaysVcf, searchBirthdays } from "@/lib/birthdays/contract";
import { people } from "../contact-files/reading";
import { bringIn } from "../support/guests";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";

const DATE = "2026-02-28";
const GUESTS = ["Eve,03 222222,1990-02-28", "=SUM(A1),03 333333,28/2", "Leap,03 111111 / 01 222222,29/2", "Other,03 444444,1/3"];

async function exported(contract: FileEndpoint): Promise<Buffer> {
  const request = new Request(`http://127.0.0.1/api${contract.path}?date=${DATE}`, {
    headers: { authorization: `Bearer ${await tokenFor("staff")}` },
  });
  const response = await (await routeOf(contract))(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("the export of a birthday", () => {
  it("holds the people of the search in its order, those of 29 February too, as our own reader reads them", async () => {
    enterHouse();
    await bringIn(GUESTS);
    const found = (await call("staff", searchBirthdays, { query: { date: DATE } })).answer.contacts.map(({ name }) => name);
    expect(found).toHaveLength(3);
    const cards = await people(await exported(exportBirthdaysVcf));
    const records = await people(await exported(exportBirthdaysCsv), { format: "csv" });
    for (const read of [cards, records]) {
      expect(read.map(({ name }) => name)).toEqual(found);
      expect(read.find(({ name }) => name === "Eve")).toMatchObject({ birthday: "--02-28", birth_year: 1990 });
      expect(read.find(({ name }) => name === "Leap")).toMatchObject({ birthday: "--02-29", birth_year: null });
    }
  });

  it("is vCard 3.0, and a CSV with a byte order mark in which no spreadsheet runs anything", async () => {
    enterHouse();
    await bringIn(GUESTS);
    const lines = (await exported(exportBirthdaysVcf)).toString().split("\r\n");
    expect(lines.filter((line) => line === "VERSION:3.0")).toHaveLength(3);
    const file = await exported(exportBirthdaysCsv);
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.toString()).toContain("\r\n'=SUM(A1),");
    const { headers } = await call("staff", exportBirthdaysCsv, { query: { date: DATE } as never });
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="birthdays-${DATE}-jounieh.csv"; filename*=UTF-8''birthdays-${DATE}-jounieh.csv`,
    );
  });

  it("is none where there is nobody, and refuses what is no date and whoever may not", async () => {
    enterHouse();
    for (const contract of [exportBirthdaysVcf, exportBirthdaysCsv]) {
      const nobody = await call("staff", contract, { query: { date: DATE } as never });
      expect([nobody.status, nobody.answer.error]).toEqual([404, "No contacts with birthdays on this date."]);
      expect((await call("staff", contract, { query: { date: "2026-02-30" } as never })).status).toBe(400);
      expect((await call("keyless", contract, { query: { date: DATE } as never })).status).toBe(403);
    }
  });
});
