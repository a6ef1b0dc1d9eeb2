import { beforeEach, describe, expect, it } from "vitest";
import type { QueryInputOf } from "@/lib/api/endpoint";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { deleteContact, updateTableContact } from "@/lib/guests/contract";
import { addDays } from "@/lib/local-time";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { exportHistoryCsv, exportHistoryXlsx, type HistoryStats, historyStats } from "@/lib/stats/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { alter, rows } from "../support/stores";
import { METADATA } from "../support/tables";
import { TODAY } from "../support/today";
import { changeOldReservations, someReservations } from "./booked-evenings";
import { copyOf, dice, expectedOf } from "./expected-history";

const BRANCHES = ["jounieh", "batroun"];
/** Ten evenings; the last of them stays open in Batroun. */
const EVENINGS = ["01", "02", "03", "06", "08", "09", "13", "16", "20", "27"].map((day) => `2026-10-${day}`);
/** Of November, when no End of Day takes their tables: what becomes of a reservation hangs on no table. */
const RESERVED = ["01", "02", "08", "15"].map((day) => `2026-11-${day}`);
const LATER = "2026-12-11T18:00:00Z";

type Query = QueryInputOf<typeof historyStats>;
const ask = async (query: Query): Promise<HistoryStats> => {
  const { status, answer } = await call("admin", historyStats, { query });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
};

let data: string;
beforeEach(() => {
  data = enterHouse();
});

interface Guest {
  name: string;
  phones: string;
  birthday?: string;
}

const pool = Array.from({ length: 14 }, (_, at): Guest => {
  const phones = at === 12 ? "12" : at === 13 ? "" : `03 1111${String(at).padStart(2, "0")}`;
  return { name: `Guest ${at}`, phones, ...(at % 3 === 0 && { birthday: `${at + 1}/5` }) };
});

async function save(branch: string, number: string, contacts: Guest[], party_size: number | null, table_name?: string): Promise<string> {
  const body = { metadata: { ...METADATA, table_number: number, party_size }, contacts, ...(table_name && { table_name }) };
  const { status, answer } = await call("staff", saveTable, { branch, body });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.table_name;
}

/** Evenings as they happen: tables saved and saved again, merged in between, and End of Day, now and then a night late. */
async function someEvenings(roll: (sides: number) => number): Promise<void> {
  for (const [at, day] of EVENINGS.entries()) {
    for (const branch of BRANCHES) {
      const isLast = at === EVENINGS.length - 1;
      for (let table = 1 + roll(3); table > 0; table--) {
        clockAt(`${day}T${17 + roll(3)}:${10 + roll(50)}:00Z`);
        const guests = pool.filter((_, index) => (isLast ? index > 9 : roll(4) === 0));
        const seated = guests.length > 0 ? guests : [pool[isLast ? 10 : 0] as Guest];
        const name = await save(branch, String(table), seated, roll(2) === 0 ? null : 1 + roll(8));
        if (roll(3) === 0) await save(branch, String(table), seated.slice(0, 2), 1 + roll(8), name);
        if (roll(6) === 0) await call("admin", mergeTables, { branch });
      }
      clockAt(`${day}T21:20:00Z`);
      if (!isLast || branch === "jounieh") if (roll(5) > 0 || isLast) expect((await call("admin", endOfDay, { branch })).status).toBe(200);
    }
  }
  // Batroun's forgotten ones are taken with another evening's.
  clockAt("2026-10-20T21:40:00Z");
  expect((await call("admin", endOfDay, { branch: "batroun" })).status).toBe(200);
}

/** What a hub gathers in these weeks, put there at once. */
async function someMessages(roll: (sides: number) => number): Promise<void> {
  const hub = `${data}/hub.db`;
  const statements = EVENINGS.flatMap((day, at) =>
    BRANCHES.flatMap((branch) => {
      const id = `${branch}${at}`;
      const begun = `${day}T${String(10 + roll(10))}:00:00.000Z`;
      const delivery = ["NULL", "'sent'", "'delivered'", "'read'"][roll(4)];
      const outcome = roll(4) === 0 ? "not_sent" : "accepted";
      const kind = roll(2) === 0 ? "birthday" : "service";
      return [
        `INSERT INTO queue_task (id, kind, branch, created_at, created_by) VALUES ('${id}', '${kind}', '${branch}', '${begun}', 'x')`,
        `INSERT INTO queue_item (id, task_id, position, kind, branch, name, digits, message_kind, text, same_as, status, message_id, run_at, priority, created_at, delivery)
         VALUES ('${id}', '${id}', 0, '${kind}', '${branch}', 'N', '9613', 'text', '', '${id}', 'SENT', 'm${id}', '${begun}', 1, '${begun}', ${delivery})`,
        `INSERT INTO queue_attempt (item_id, generation, message_id, token, worker, account, digits, kind, begun_at, outcome)
         VALUES ('${id}', 1, 'm${id}', 1, 'pc', '${roll(6) === 0 ? "sandbox" : "baileys:1"}', '9613', '${kind}', '${begun}', '${outcome}')`,
      ];
    }),
  );
  alter(hub, `${statements.join(";")};`);
  clockAt("2026-10-27T18:00:00Z");
  const table = rows<{ name: string }>(storeFile("batroun", "table"), "SELECT name FROM saved_table WHERE closed_by IS NULL LIMIT 1")[0]
    ?.name;
  const guest = pool[10] as Guest;
  const { customer } = (await call("staff", createCustomer, { body: { name: guest.name, phone: guest.phones } })).answer;
  const body = { customer_id: customer.id, table_number: "1", points: 5 as const, table_name: table ?? "" };
  expect((await call("staff", awardVisit, { branch: "batroun", body })).status).toBe(200);
}

/** Fifty ranges, each of some branches. */
function someRanges(roll: (sides: number) => number): Query[] {
  return Array.from({ length: 50 }, () => {
    const [one, other] = [1 + roll(50), 1 + roll(50)];
    const date = (day: number) => addDays("2026-09-30", day);
    const branches = [undefined, "jounieh", "batroun", "jounieh,batroun"][roll(4)];
    const by = (["day", "week", "month"] as const)[roll(3)];
    return { from: date(Math.min(one, other)), to: date(Math.max(one, other)), by, ...(branches && { branches }) };
  });
}

describe("past evenings in figures", () => {
  it("are what the stores say, whichever days and branches, and stay so whatever is corrected, merged or erased later", async () => {
    const roll = dice(TODAY);
    await someEvenings(roll);
    await someMessages(roll);
    for (const branch of BRANCHES) await someReservations(branch, RESERVED, roll);
    clockAt(LATER);
    const ranges = someRanges(roll);
    const before: HistoryStats[] = [];
    for (const query of ranges) {
      const found = await ask(query);
      before.push(found);
      const { from, to } = query;
      for (const { branch, values } of found.branches)
        expect({ branch, from, to, values }).toEqual({ branch, from, to, values: expectedOf(data, [branch], from, to, "2026-12-11") });
      const keys = found.branches.map(({ branch }) => branch);
      expect(found.total.values).toEqual(expectedOf(data, keys, from, to, "2026-12-11"));
      for (const part of found.series) expect(part.values).toEqual(expectedOf(data, keys, part.from, part.to, "2026-12-11"));
      const { from: earlier, to: until } = found.compared;
      expect(found.total.before).toEqual(expectedOf(data, keys, earlier, until, "2026-12-11"));
    }
    expect(before.some(({ total }) => (total.values.no_shows ?? 0) > 2 && (total.values.from_phone ?? 0) > 0)).toBe(true);
    expect(before.some(({ total }) => (total.values.return_30 ?? 0) > 0 && (total.values.unique_guests ?? 0) > 3)).toBe(true);
    await changeThePast();
    for (const branch of BRANCHES) await changeOldReservations(branch);
    for (const [at, query] of ranges.entries()) expect(await ask(query)).toEqual(before[at]);
  }, 300_000);

  /** Corrections, a deletion, Merge by Date, and an erasure. */
  async function changeThePast(): Promise<void> {
    const store = storeFile("jounieh", "table");
    const [corrected, deleted] = rows<{ id: string; phones: string }>(
      store,
      "SELECT id, phones FROM guest_row WHERE phones GLOB '03*' ORDER BY seq LIMIT 2",
    );
    const changed = { id: corrected?.id ?? "", phones: "03 999999", birthday: "1/1" };
    expect((await call("staff", updateTableContact, { branch: "jounieh", body: changed })).status).toBe(200);
    expect(
      (await call("staff", deleteContact, { branch: "jounieh", query: { id: deleted?.id ?? "", store: "table" } as never })).status,
    ).toBe(200);
    const merged = await call("admin", runMergeByDateFallback, { query: { date: EVENINGS[8], force: "true" } as never });
    expect(merged.status, JSON.stringify(merged.answer)).toBe(200);
    for (const at of [3, 4]) {
      const erased = await call("admin", erasePersonalData, { body: { phones: pool[at]?.phones ?? "" } });
      expect(erased.status, JSON.stringify(erased.answer)).toBe(200);
    }
    expect(rows(store, "SELECT 1 FROM table_guest WHERE phones = '03 111103'")).toEqual([]);
  }
});

describe("an evening", () => {
  const one = { from: "2026-10-02", to: "2026-10-02" };

  it("has its tables in the hour in which they were opened, of its own weekday", async () => {
    clockAt("2026-10-02T19:30:00Z"); // half past ten in Beirut
    const name = await save("jounieh", "1", [pool[0] as Guest], 2);
    clockAt("2026-10-02T22:30:00Z");
    await save("jounieh", "1", [pool[0] as Guest], 3, name);
    await save("jounieh", "2", [pool[1] as Guest], null);
    const { heat, weekdays, open } = await ask(one);
    expect([heat[4]?.[22], heat[4]?.[1], heat.flat().reduce((sum, count) => sum + count, 0)]).toEqual([1, 1, 2]);
    expect(weekdays).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(open).toEqual([{ branch: "jounieh", date: "2026-10-02" }]);
  });

  it("that an older version closed is counted as it stands, and that is said", async () => {
    clockAt("2026-10-02T19:30:00Z");
    await save("jounieh", "1", [pool[0] as Guest, pool[1] as Guest], 2);
    clockAt("2026-10-02T21:30:00Z");
    await call("admin", endOfDay);
    const known = await ask(one);
    expect([known.older, known.total.values.guests, known.total.values.visits]).toEqual([0, 2, 2]);
    const store = storeFile("jounieh", "table");
    await closeStores();
    const [{ sql = "" } = {}] = rows<{ sql: string }>(store, "SELECT sql FROM sqlite_schema WHERE name = 'event_never_changes'");
    const without = "UPDATE event SET payload = json_remove(payload, '$.figures') WHERE kind = 'tables.merged'";
    alter(store, `DROP TRIGGER event_never_changes; ${without}; ${sql}`);
    const older = await ask(one);
    expect(older).toEqual({ ...known, older: 1 });
  });

  it("is compared with the same dates of the year before where that is asked for", async () => {
    expect((await ask({ from: "2028-02-29", to: "2028-03-01", compare: "year" })).compared).toEqual({
      from: "2027-02-28",
      to: "2027-03-01",
    });
    expect((await ask({ from: "2026-10-08", to: "2026-10-14" })).compared).toEqual({ from: "2026-10-01", to: "2026-10-07" });
  });

  it("is asked for in days that are in order, and not too many", async () => {
    const refused = (query: Query) => call("admin", historyStats, { query }).then(({ status }) => status);
    expect([await refused({ from: "2026-10-02", to: "2026-10-01" }), await refused({ from: "2025-01-01", to: "2026-01-02" })]).toEqual([
      400, 400,
    ]);
    expect([await refused({ from: "2025-01-01", to: "2026-01-01" }), await refused({ ...one, branches: "beirut" })]).toEqual([200, 400]);
  });
});

describe("whoever may see figures of the past", () => {
  const query = { from: "2026-10-01", to: "2026-10-31" };

  it("sees those of the branches in which they may work, and no others, by no way", async () => {
    await makeRole("owner", ["stats_history", "nav_home"]);
    const { headers } = await makePerson("batroun owner", { roles: ["owner"], branches: ["batroun"] });
    const seen = await call("nobody", historyStats, { headers, query });
    expect(seen.answer.branches.map(({ branch }) => branch)).toEqual(["batroun"]);
    for (const contract of [historyStats, exportHistoryCsv, exportHistoryXlsx])
      expect((await call("nobody", contract as typeof historyStats, { headers, query: { ...query, branches: "jounieh" } })).status).toBe(
        403,
      );
    expect((await call("staff", historyStats, { query })).status).toBe(403);
  });
});

describe("the files", () => {
  it("hold each figure with its formula, and open as what they are called", async () => {
    clockAt("2026-10-02T19:30:00Z");
    await save("jounieh", "1", [pool[0] as Guest, pool[1] as Guest], 2);
    const query = { from: "2026-10-01", to: "2026-10-31" };
    const { headers, answer } = await call("admin", exportHistoryCsv, { query });
    expect(headers.get("content-disposition")).toContain("statistics-2026-10-01-2026-10-31.csv");
    expect(String(answer)).toContain("Jounieh,Guests recorded,2,0,,Guests at these tables.");
    expect(String(answer)).toContain("Batroun,Average party,,,,");
    expect(String(answer)).toContain(
      'Jounieh,People: not booked,2,0,,"The party sizes of saved tables that were opened for no reservation',
    );
    expect(String(answer)).toContain("Jounieh,No-show rate,,,%,No-shows ÷ reservations");
    const { bytes } = await call("admin", exportHistoryXlsx, { query });
    expect((await copyOf(bytes)).find((row) => row[0] === "All" && row[1] === "People recorded")?.slice(2, 5)).toEqual(["100", "", "%"]);
  });
});
