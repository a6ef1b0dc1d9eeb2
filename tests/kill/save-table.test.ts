import { afterAll, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, namelessGuest, newGuest, tableOf } from "./people";

const BRANCH = "jounieh";

/** One table's way through an evening: saved, changed once, and its guests rewarded. */
interface Party {
  number: string;
  first: Guest[];
  second: Guest[];
  create: Intent;
  update: Intent | null;
}

interface StoredTable {
  id: string;
  name: string;
  table_number: string;
  version: number;
}

const tally = new Tally();
const parties: Party[] = [];
const customers = new Map<string, string>();
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T19:40:00.000Z");
});
afterAll(() => house.close());

let seated = 0;

function newParty(): Party {
  const number = `K${++seated}`;
  const first = [newGuest(), newGuest(), namelessGuest()];
  const second = [first[0] ?? newGuest(), newGuest(), first[2] ?? namelessGuest(), newGuest()];
  const party = { number, first, second, create: Ledger.intent("/save-table", BRANCH, tableOf(number, first)), update: null };
  parties.push(party);
  return party;
}

/** @returns whether every call was answered */
async function serve(party: Party): Promise<boolean> {
  const saved = await house.send(party.create);
  if (!saved) return false;
  const { table_name } = saved.body as { table_name: string };
  party.update = Ledger.intent("/save-table", BRANCH, tableOf(party.number, party.second, { table_name }));
  return Boolean(await house.send(party.update)) && (await reward(party));
}

/** The points of a table's guests, as the front end awards them after a save. */
async function reward(party: Party): Promise<boolean> {
  const saved = house.rows<StoredTable>(`${BRANCH}/table.db`, "SELECT * FROM saved_table WHERE table_number = ?", party.number)[0];
  for (const guest of party.second.filter(({ phones }) => phones)) {
    const customer = await house.send(Ledger.intent("/loyalty/customers", BRANCH, { name: guest.name, phone: guest.phones }));
    if (!customer) return false;
    const { id } = (customer.body as { customer: { id: string } }).customer;
    customers.set(guest.name, id);
    const visit = { customer_id: id, table_number: party.number, points: 5, table_name: saved?.name };
    if (!(await house.send(Ledger.intent("/loyalty/visit", BRANCH, visit)))) return false;
  }
  return true;
}

function operation(clients: number): Operation {
  let mine: Party[] = [];
  return {
    prepare: async () => {
      mine = Array.from({ length: clients }, newParty);
    },
    run: async () => (await Promise.all(mine.map(serve))).every(Boolean),
    check: async (stage) => {
      checkTables(stage);
      if (stage === "settled") await finishEverything();
      checkPoints(stage);
    },
  };
}

function checkTables(stage: "killed" | "settled"): void {
  const tables = house.rows<StoredTable>(`${BRANCH}/table.db`, "SELECT id, name, table_number, version FROM saved_table");
  const sent = parties.filter((party) => house.ledger.wasSent(party.create));
  expect(tables.filter((table) => !sent.some((party) => party.number === table.table_number))).toEqual([]);
  for (const party of sent) {
    const mine = tables.filter((table) => table.table_number === party.number);
    tally.judge(mine.length, 1, stage === "settled" || house.ledger.isAnswered(party.create) ? "be" : "may be");
    for (const table of mine) checkContent(party, table);
  }
}

/** Version 1 holds the first guests and nobody else, version 2 the second; a third would be an update done twice. */
function checkContent(party: Party, table: StoredTable): void {
  const guests = house.rows<Guest>(
    `${BRANCH}/table.db`,
    "SELECT name, phones FROM table_guest WHERE table_id = ? ORDER BY position",
    table.id,
  );
  const updated = party.update !== null && house.ledger.isAnswered(party.update);
  if (table.version > 2) tally.duplicated++;
  if (updated && table.version === 1) tally.lost++;
  if (!updated && table.version === 2) tally.extra++;
  const wanted = table.version === 1 ? party.first : party.second;
  if (JSON.stringify(guests) !== JSON.stringify(wanted)) tally.partial++;
}

/** What the killed evening left undone, as the front end does it when the tablet is picked up again; awards once more. */
async function finishEverything(): Promise<void> {
  for (const party of parties.slice(-MOST_OPEN)) {
    if (!house.ledger.wasSent(party.create)) continue;
    const [table] = house.rows<StoredTable>(`${BRANCH}/table.db`, "SELECT * FROM saved_table WHERE table_number = ?", party.number);
    await (table?.version === 2 ? reward(party) : serve(party));
  }
}

/** No run has more parties than this; older ones are settled. */
const MOST_OPEN = 4;

/** Points are always 5 for each visit, never for one visit twice; in the end each guest has one visit for the table. */
function checkPoints(stage: "killed" | "settled"): void {
  const rows = house.rows<{ name: string; points: number; visits: number; tables: number }>(
    "hub.db",
    `SELECT c.name, c.points, count(v.id) AS visits, count(DISTINCT v.table_key) AS tables
     FROM loyalty_customer c LEFT JOIN loyalty_visit v ON v.customer_id = c.id GROUP BY c.id`,
  );
  for (const { points, visits, tables } of rows) {
    if (points !== 5 * visits) tally.partial++;
    if (visits !== tables) tally.duplicated++;
  }
  if (stage === "killed") return;
  const rewarded = new Map(rows.map((row) => [row.name, row.points]));
  for (const party of parties.filter(({ create }) => house.ledger.wasSent(create))) {
    for (const guest of party.second.filter(({ phones }) => phones)) tally.judge((rewarded.get(guest.name) ?? 0) / 5, 1, "be");
  }
  expect(rows.length).toBe(new Set(rows.map((row) => row.name)).size);
}

const POINTS = [
  "save-table:begin",
  "save-table:table-row",
  "save-table:guests-gone",
  "save-table:written",
  "save-table:committed",
  "loyalty:visit",
  "loyalty:committed",
  "write:events",
  "write:receipt",
];

test("a killed save is there whole or not at all, and once after it was repeated", { timeout: 300_000 }, async () => {
  await killAtPoints(house, operation(1), POINTS);
  await killDuringRecovery(house, operation(2), "save-table:committed");
  await killAtRandom(house, operation(3));
  console.log(`save-table: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
