import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readWorkbookRecords } from "../../lib/contact-files/xlsx-records";
import { storeFile } from "../../lib/db/files";
import { rows } from "../support/stores";

/** The same numbers for the same seed. @returns gives 0 up to one less than the sides */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The first sheet of a workbook, as our own reader of workbooks has it. */
export async function copyOf(bytes: Buffer): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-workbook-"));
  try {
    const file = path.join(folder, "file.xlsx");
    writeFileSync(file, bytes);
    const found: string[][] = [];
    for await (const records of readWorkbookRecords(file))
      found.push(...records.map((record) => ("fields" in record ? record.fields : [])));
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Row = Record<string, number>;

/** One number of each, from SQL. */
const only = (file: string, sql: string): Row => rows<Row>(file, sql)[0] ?? {};

const RETURNS = (days: number, today: string, on: (day: string) => string) => `
  count(*) FILTER (WHERE key IS NOT NULL AND julianday('${today}') - julianday(${on("v")}) > ${days}) AS judged_${days},
  count(*) FILTER (WHERE key IS NOT NULL AND julianday('${today}') - julianday(${on("v")}) > ${days} AND EXISTS (
    SELECT 1 FROM v w WHERE w.key = v.key AND w.business_day > v.business_day
      AND julianday(w.business_day) - julianday(v.business_day) <= ${days})) AS came_${days}`;

/** Of a branch's table store and book: the rows themselves, while nothing was corrected yet. */
function ofStores(branch: string, from: string, to: string, today: string): Row {
  const table = storeFile(branch, "table");
  const within = `business_day BETWEEN '${from}' AND '${to}'`;
  const tables = only(
    table,
    `SELECT count(*) AS tables, coalesce(sum(party_size), 0) AS covers, count(party_size) AS sized,
       coalesce(sum((SELECT count(*) FROM table_guest g WHERE g.table_id = t.id)), 0) AS guests,
       coalesce(sum((SELECT count(*) FROM table_guest g WHERE g.table_id = t.id)) FILTER (WHERE party_size > 0), 0) AS captured
     FROM saved_table t WHERE ${within}`,
  );
  const guests = only(
    table,
    `SELECT count(*) FILTER (WHERE phones GLOB '03 *') AS valid, count(*) FILTER (WHERE birthday <> '') AS birthdays
     FROM table_guest WHERE table_id IN (SELECT id FROM saved_table WHERE ${within})`,
  );
  const on = (alias: string) => `${alias}.business_day`;
  const visits = only(
    table,
    `WITH v AS (SELECT r.seq, r.business_day, (SELECT nullif(max(key), '') FROM guest_row_phone p WHERE p.guest_seq = r.seq) AS key
       FROM guest_row r WHERE booked_by IS NOT NULL)
     SELECT count(*) AS visits, count(DISTINCT coalesce(key, 'row ' || seq)) AS people,
       count(*) FILTER (WHERE key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM v w WHERE w.key = v.key AND w.business_day < v.business_day)) AS first,
       ${[30, 60, 90].map((days) => RETURNS(days, today, on)).join()}
     FROM v WHERE ${within}`,
  );
  const book = only(
    storeFile(branch, "contacts"),
    `SELECT coalesce(sum(payload ->> '$.inserted'), 0) AS book_new FROM event WHERE kind = 'day.ended' AND payload ->> '$.business_day' BETWEEN '${from}' AND '${to}'`,
  );
  return { ...tables, ...guests, ...visits, ...book };
}

const SOURCES = ["phone", "whatsapp", "instagram", "web", "in_person", "walk_in", "other"];
const CAME = "status IN ('PARTLY_SEATED', 'SEATED', 'STARTER', 'MAIN', 'DESSERT', 'BILL', 'FINISHED')";
/** A moment's evening: they end at five in Beirut, which is two or three hours ahead. */
const EVENING_OF = (at: string) => `date(${at}, '-2 hours')`;
const RESERVED = `waiting_since IS NULL AND status NOT IN ('DECLINED', 'DELETED') AND NOT (source = 'walk_in' AND ${EVENING_OF("created_at")} = business_day)`;

/** Of the reservations themselves, while nothing was changed after their evening was settled. */
function ofReservations(branch: string, from: string, to: string): Row {
  const within = `business_day BETWEEN '${from}' AND '${to}'`;
  const sum = (what: string, where: string) => `coalesce(sum(${what}) FILTER (WHERE ${where}), 0)`;
  const reservations = only(
    storeFile(branch, "table"),
    `SELECT ${sum("1", RESERVED)} AS bookings, ${sum("1", `${RESERVED} AND ${CAME}`)} AS bookings_came,
       ${sum("1", `${RESERVED} AND status = 'NO_SHOW'`)} AS no_shows, ${sum("1", `${RESERVED} AND status = 'CANCELLED'`)} AS cancelled,
       ${sum(`julianday(business_day) - julianday(${EVENING_OF("created_at")})`, RESERVED)} AS ahead,
       ${SOURCES.map((source) => `${sum("party", `${CAME} AND source = '${source}'`)} AS from_${source}`).join()}
     FROM reservation WHERE ${within}`,
  );
  const tables = only(
    storeFile(branch, "table"),
    `SELECT coalesce(sum(party_size), 0) AS unbooked FROM saved_table t WHERE ${within}
       AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.saved_table_id = t.id)`,
  );
  return { ...reservations, ...tables };
}

/** All that was sent, and given, is of the day and no night here. */
function ofHub(data: string, branch: string, from: string, to: string): Row {
  const hub = path.join(data, "hub.db");
  const on = (column: string) => `date(${column}) BETWEEN '${from}' AND '${to}'`;
  const messages = only(
    hub,
    `SELECT count(*) FILTER (WHERE outcome = 'accepted') AS sent, count(*) FILTER (WHERE outcome = 'not_sent') AS failed,
       count(*) FILTER (WHERE outcome = 'accepted' AND delivery IN ('delivered', 'read')) AS arrived,
       count(*) FILTER (WHERE outcome = 'accepted' AND delivery = 'read') AS read,
       count(*) FILTER (WHERE outcome = 'accepted' AND delivery IN ('delivered', 'read') AND i.kind = 'birthday') AS greetings
     FROM queue_attempt a JOIN queue_item i ON i.id = a.item_id WHERE branch = '${branch}' AND a.account <> 'sandbox' AND ${on("begun_at")}`,
  );
  const points = only(
    hub,
    `SELECT coalesce(sum(points), 0) AS points FROM loyalty_visit WHERE branch = '${branch}' AND ${on("created_at")}`,
  );
  return { ...messages, ...points };
}

const share = (part = 0, whole = 0) => (whole === 0 ? null : part / whole);

/** What each figure of some branches must be, computed apart from how the server does. */
export function expectedOf(data: string, branches: string[], from: string, to: string, today: string): Record<string, number | null> {
  const sums: Row = {};
  for (const branch of branches)
    for (const [name, value] of Object.entries({
      ...ofStores(branch, from, to, today),
      ...ofReservations(branch, from, to),
      ...ofHub(data, branch, from, to),
    }))
      sums[name] = (sums[name] ?? 0) + value;
  const { tables = 0, guests = 0, covers = 0, sized, captured, valid, birthdays, visits = 0, people = 0, first = 0, ...more } = sums;
  return {
    ...{ tables, guests, covers, visits, unique_guests: people, first_visits: first },
    average_party: share(covers, sized),
    capture_rate: share(captured, covers),
    valid_phone: share(valid, guests),
    with_birthday: share(birthdays, guests),
    visits_per_guest: share(visits, people),
    return_30: share(more.came_30, more.judged_30),
    return_60: share(more.came_60, more.judged_60),
    return_90: share(more.came_90, more.judged_90),
    book_new: more.book_new ?? 0,
    ...{ sent: more.sent ?? 0, arrived: more.arrived ?? 0, read: more.read ?? 0, failed: more.failed ?? 0 },
    ...{ greetings_arrived: more.greetings ?? 0, vouchers_made: 0, vouchers_redeemed: 0, points: more.points ?? 0 },
    ...{ bookings: more.bookings ?? 0, no_shows: more.no_shows ?? 0, cancelled: more.cancelled ?? 0, unbooked: more.unbooked ?? 0 },
    no_show_rate: share(more.no_shows, (more.no_shows ?? 0) + (more.bookings_came ?? 0)),
    cancel_rate: share(more.cancelled, more.bookings),
    lead_days: share(more.ahead, more.bookings),
    ...Object.fromEntries(SOURCES.map((source) => [`from_${source}`, more[`from_${source}`] ?? 0])),
  };
}
