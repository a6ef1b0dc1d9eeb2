import path from "node:path";
import type Database from "better-sqlite3";
import { expect } from "vitest";

interface EventRow {
  seq: number;
  kind: string;
  subjects: string[];
  payload: Record<string, unknown>;
}

/**
 * That the events of a store and its data say the same, as they must after any kill: nothing happened without its event,
 * and no event speaks of what is not there.
 * @param name the store's file below the data folder
 */
export function checkEvents(database: Database.Database, name: string): void {
  const events = eventsOf(database);
  const spread = database.prepare("SELECT count(*) FROM event_subject").pluck().get();
  expect(spread, `${name}: each subject finds its event`).toBe(events.reduce((sum, event) => sum + new Set(event.subjects).size, 0));
  const kind = path.basename(name);
  if (kind === "table.db") checkTables(database, events, name);
  else if (kind === "contacts.db") checkContacts(database, events, name);
  else checkHub(database, events, name);
}

function eventsOf(database: Database.Database): EventRow[] {
  const rows = database.prepare<[], { seq: number; kind: string; subjects: string; payload: string }>(
    "SELECT seq, kind, subjects, payload FROM event ORDER BY seq",
  );
  return rows.all().map((row) => ({ ...row, subjects: JSON.parse(row.subjects), payload: JSON.parse(row.payload) }));
}

const ofKind = (events: EventRow[], kind: string) => events.filter((event) => event.kind === kind);
const sum = (events: EventRow[], field: string) => events.reduce((total, { payload }) => total + Number(payload[field]), 0);
/** Rows that went with a person who was erased, of one table. */
const erasedOf = (events: EventRow[], table: string) =>
  ofKind(events, "rows.erased").flatMap(({ payload }) => (payload.gone as Record<string, Record<string, unknown>[]>)[table] ?? []);
const one = (database: Database.Database, sql: string) => Number(database.prepare(sql).pluck().get() ?? 0);

function checkTables(database: Database.Database, events: EventRow[], name: string): void {
  const saved = ofKind(events, "table.saved");
  const tables = database.prepare<[], { id: string; version: number }>("SELECT id, version FROM saved_table").all();
  expect(saved.length, `${name}: one event for each save`).toBe(tables.reduce((total, table) => total + table.version, 0));
  for (const { id, version } of tables) {
    const mine = saved.filter((event) => event.subjects[0] === id);
    expect(
      mine.map((event) => event.payload.version),
      `${name}: the versions of a table`,
    ).toEqual(Array.from({ length: version }, (_, index) => index + 1));
    const guests = database.prepare<[string], string>("SELECT id FROM table_guest WHERE table_id = ? ORDER BY id").pluck().all(id);
    const erased = new Set(erasedOf(events, "table_guest").map((guest) => guest.id));
    expect([...seatedBy(mine)].filter((guest) => !erased.has(guest)).sort(), `${name}: who came less who went`).toEqual(guests);
  }
  const merged = ofKind(events, "tables.merged");
  expect(
    sum(merged, "inserted") -
      sum(merged, "removed") -
      ofKind(events, "guest_row.deleted").length -
      erasedOf(events, "guest_row").length -
      sum(ofKind(events, "guest_rows.deduped"), "deleted") +
      sum(ofKind(events, "dedupe.undone"), "inserted"),
    `${name}: guest rows`,
  ).toBe(one(database, "SELECT count(*) FROM guest_row"));
  const closed = one(database, "SELECT count(*) FROM saved_table WHERE closed_by IS NOT NULL");
  expect(sum(ofKind(events, "tables.closed"), "tables"), `${name}: closed tables`).toBe(closed);
}

function seatedBy(saves: EventRow[]): Set<string> {
  const seated = new Set<string>();
  for (const { payload } of saves) {
    for (const { id } of payload.added as { id: string }[]) seated.add(id);
    for (const { id } of payload.removed as { id: string }[]) seated.delete(id);
  }
  return seated;
}

function checkContacts(database: Database.Database, events: EventRow[], name: string): void {
  // Of a large import its steps say what they did, and its end all of it once more.
  const isOfParts = ({ payload }: EventRow) => payload.parts !== undefined;
  const imported = ofKind(events, "contacts.imported").filter((event) => !isOfParts(event));
  const merges = ["day.ended", "date.merged", "bookers.taken", "winners.taken", "contacts.import_part"]
    .flatMap((kind) => ofKind(events, kind))
    .concat(imported);
  const gone = ["contacts.united", "contact.taken_out", "contact.deleted"]
    .flatMap((kind) => ofKind(events, kind))
    .map(({ payload }) => payload.gone as { seq: number; version: number })
    .concat(erasedOf(events, "contact") as { seq: number; version: number }[]);
  const undone = ofKind(events, "contacts.import_undone").filter((event) => !isOfParts(event));
  undone.push(...ofKind(events, "contacts.import_part_undone"));
  const parted = ofKind(events, "contact.parted").length;
  expect(sum(merges, "inserted") + parted - gone.length - sum(undone, "removed"), `${name}: guests`).toBe(
    one(database, "SELECT count(*) FROM contact"),
  );
  const ranges = merges.filter(({ payload }) => Number(payload.inserted) > 0);
  for (const { payload } of ranges) {
    const within = `SELECT count(*) FROM contact WHERE seq BETWEEN ${payload.first_seq} AND ${payload.last_seq}`;
    const goneOfThese = gone.filter(({ seq }) => seq >= Number(payload.first_seq) && seq <= Number(payload.last_seq)).length;
    const missing = Number(payload.inserted) - one(database, within) - goneOfThese;
    // Of those whom an undo took out, its event has the sums alone: some came by one import, and stayed by another until that was undone.
    expect([missing >= 0, missing <= sum(undone, "removed")], `${name}: the rows that a merge inserted`).toEqual([true, true]);
  }
  const days = database.prepare("SELECT business_day FROM end_of_day_entry ORDER BY 1").pluck().all();
  expect(
    ofKind(events, "day.ended")
      .map(({ payload }) => payload.business_day)
      .sort(),
    `${name}: ended days`,
  ).toEqual(days);
  const changes =
    one(database, "SELECT sum(version - 1) FROM contact") +
    gone.reduce((all, { version }) => all + version - 1, 0) +
    sum(undone, "removed_changes");
  expect(ofKind(events, "contact.changed").length, `${name}: changed guests`).toBe(changes);
}

/** Each balance is the sum of its lines, and what was taken of a line is of whose that line is. */
export function checkLedger(database: Database.Database, name: string): void {
  const differing = `SELECT c.id, c.points, coalesce(sum(l.points), 0) AS ledger FROM loyalty_customer c
    LEFT JOIN loyalty_ledger l ON l.customer_id = c.id GROUP BY c.id HAVING c.points <> ledger`;
  expect(database.prepare(differing).all(), `${name}: balances`).toEqual([]);
  const astray = `SELECT l.id FROM loyalty_ledger l JOIN loyalty_ledger o ON o.id = l.of_line WHERE l.customer_id <> o.customer_id OR o.of_line IS NOT NULL
    UNION ALL SELECT id FROM loyalty_ledger WHERE customer_id <> '' AND customer_id NOT IN (SELECT id FROM loyalty_customer)
    UNION ALL SELECT l.id FROM loyalty_ledger l JOIN loyalty_visit v ON v.id = l.visit_id WHERE l.customer_id NOT IN (v.customer_id, '')`;
  expect(database.prepare(astray).all(), `${name}: lines that are not where theirs are`).toEqual([]);
}

function checkHub(database: Database.Database, events: EventRow[], name: string): void {
  const awarded = ofKind(events, "points.awarded");
  const visits = database.prepare("SELECT id FROM loyalty_visit WHERE counted_in IS NULL").pluck().all();
  const united = ofKind(events, "customers.united");
  const dropped = united.flatMap(({ payload }) => payload.visits_dropped as { id: string; points: number }[]);
  // Who are two again have the own award of a table at which both were.
  for (const { payload } of ofKind(events, "customers.parted"))
    for (const { id } of (payload.visits_restored ?? []) as { id: string }[])
      dropped.splice(
        dropped.findIndex((one) => one.id === id),
        1,
      );
  const takenBack = ofKind(events, "points.taken_back");
  const erasedVisits = erasedOf(events, "loyalty_visit").filter(({ counted_in }) => counted_in === null).map(({ id }) => id); // biome-ignore format: one line
  const gone = [...dropped.map(({ id }) => id), ...takenBack.map(({ payload }) => payload.visit_id), ...erasedVisits];
  expect(awarded.map(({ payload }) => payload.visit_id).sort(), `${name}: awards`).toEqual([...visits, ...gone].sort());
  const erasedCustomers = erasedOf(events, "loyalty_customer");
  const erasedPoints = erasedCustomers.reduce((total, { points }) => total + Number(points), 0);
  const lost = dropped.reduce((total, { points }) => total + points, 0) + sum(takenBack, "points") + erasedPoints;
  const byOther = one(database, "SELECT sum(points) FROM loyalty_ledger WHERE type NOT LIKE 'ACCUMULATE%' AND type <> 'OTHER'");
  expect(sum(awarded, "points") - lost + byOther, `${name}: points`).toBe(one(database, "SELECT sum(points) FROM loyalty_customer"));
  checkLedger(database, name);
  const merged = one(database, "SELECT count(*) FROM loyalty_customer WHERE merged_into IS NOT NULL");
  const erasedMerged = erasedCustomers.filter(({ merged_into }) => merged_into !== null).length;
  const revived = ofKind(events, "customers.parted").filter(({ payload }) => payload.is_revived).length;
  expect(united.length - revived, `${name}: customers who became one`).toBe(merged + erasedMerged);
  const customers = one(database, "SELECT count(*) FROM loyalty_customer");
  expect(ofKind(events, "customer.created").length, `${name}: customers`).toBe(customers + erasedCustomers.length);
  const serials = (kind: string) => ofKind(events, kind).map(({ payload }) => payload.serial);
  const vouchers = (which: string) => database.prepare(`SELECT serial FROM voucher WHERE ${which} ORDER BY serial`).pluck().all();
  const erasedVouchers = erasedOf(events, "voucher");
  const withErased = (which: string, used: boolean) =>
    [...vouchers(which), ...erasedVouchers.filter(({ used_at }) => !used || used_at !== null).map(({ serial }) => serial)].sort();
  expect(serials("voucher.issued").sort(), `${name}: vouchers`).toEqual(withErased("true", false));
  const redeemed = serials("voucher.redeemed");
  for (const serial of serials("voucher.taken_back")) {
    expect(redeemed, `${name}: only a redemption is taken back`).toContain(serial);
    redeemed.splice(redeemed.indexOf(serial), 1);
  }
  expect(redeemed.sort(), `${name}: vouchers that were used`).toEqual(withErased("used_at IS NOT NULL", true));
  expect(ofKind(events, "user.created").length, `${name}: users`).toBe(one(database, "SELECT count(*) FROM user"));
  expect(ofKind(events, "store.registered").length, `${name}: known stores`).toBe(one(database, "SELECT count(*) FROM known_store"));
}
