import { describe, expect, it } from "vitest";
import { importContacts } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";

const bring = async (raw: string, query = {}) =>
  (await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" }, query })).answer;

describe("the rows that an import skips", () => {
  it("are listed with their line and with whom they share what", async () => {
    enterHouse();
    await bring("name,phones\nMaya Khoury,03 111111\n,70 555555\n");
    const file =
      "name,phones,email,added_at\nOmar,70 222333,,2026-01-01\nMaya,+961 3 111111,m@x.lb,2026-01-02\nOmar S,70 222333,,2026-01-03\n" +
      "Walk-in,,,2026-01-04\nWalk-in,,,2026-01-04\nTia,70 555555,,2026-01-05\n";
    const trial = await bring(file, { dry_run: "true" });
    const answer = await bring(file);
    expect(answer.skipped_rows).toEqual([
      {
        line: 3,
        same_as: "Maya Khoury",
        by: "phone",
        in_file: false,
        filled: true,
        reason: "The same phone as Maya Khoury, who was in the guest book before; what was new of this row was added there.",
      },
      {
        line: 4,
        same_as: "Omar",
        by: "phone",
        in_file: true,
        filled: true,
        reason: "The same phone as Omar, who came with this file; what was new of this row was added there.",
      },
      {
        line: 6,
        same_as: "Walk-in",
        by: "name",
        in_file: true,
        filled: false,
        reason: "The same name and day as Walk-in, who came with this file, and no phone that tells them apart.",
      },
      expect.objectContaining({
        line: 7,
        same_as: "",
        filled: true,
        reason: expect.stringContaining("The same phone as a guest without a name,"),
      }),
    ]);
    expect(answer.skipped).toBe(4);
    expect(trial.skipped_rows).toEqual(answer.skipped_rows);
  });

  itOnDay(5)("are told to the thousandth in the order of the file, and counted beyond", async () => {
    enterHouse();
    const rows = Array.from({ length: 1_500 }, (_, at) => `Guest ${at},70 ${100_000 + at},${at % 2 ? "2026-01-01" : "2026-02-01"}`);
    const file = ["name,phones,added_at", ...rows].join("\n");
    expect((await bring(file)).skipped_rows).toEqual([]);
    const again = await bring(file);
    expect(again.skipped).toBe(1_500);
    expect(again.skipped_rows.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2));
  });
});
