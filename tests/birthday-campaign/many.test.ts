import Database from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { birthdayStats } from "@/lib/birthdays/contract";
import { storeFile } from "@/lib/db/files";
import { addTriggerFunctions } from "@/lib/db/pragmas";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listVouchers } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING } from "../support/tables";

const DATE = "2027-05-14";

/** Adds guests to the book who celebrate on the date. */
function bring(from: number, to: number): void {
  const database = new Database(storeFile("jounieh", "contacts"));
  addTriggerFunctions(database);
  const guest = database.prepare(
    `INSERT INTO contact (seq, id, name, phones, added_at, branch, birthday, search_text)
     VALUES (?, ?, ?, ?, '2026-06-01T15:00:00.000Z', 'jounieh', '--05-14', '')`,
  );
  database.transaction(() => {
    for (let n = from; n <= to; n++) guest.run(n, `guest ${n}`, `Guest ${n}`, `+1 212 ${5_000_000 + n}`);
  })();
  database.close();
}

const ask = async () => {
  const query = { date: DATE };
  const { guests, ...rest } = (await call("admin", openCampaign, { query })).answer;
  return {
    guests,
    rest,
    stats: (await call("admin", birthdayStats, { query })).answer,
    files: (await call("admin", listVouchers, { query })).answer,
  };
};

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

it("the answers for very many who celebrate come from beside the event loop, and are those for a few", async () => {
  bring(1, 3);
  const few = await ask();
  bring(20_001, 20_400); // from here on the book counts as large, and so does the date
  const many = await ask();
  expect(few.guests.map(({ id }) => id)).toEqual(["guest 3", "guest 2", "guest 1"]);
  expect(many.guests).toHaveLength(403);
  expect(many.guests.slice(-3)).toEqual(few.guests);
  expect(many.rest).toEqual(few.rest);
  expect(many.stats).toMatchObject({ total: 403, withBirthday: 403, onDate: 403, inMonth: 403 });
  expect(many.files).toEqual(few.files);
});
