import type Database from "better-sqlite3";
import { now } from "../../clock";
import { erasedHash } from "../../personal-data/erased-list";
import { uncertainRows } from "../item-states";
import { FORGETS, type Line, readHubJournal } from "./journal";

type Said = Extract<Line, { no: string } | { yes: string }>;

const isSaid = (one: Line): one is Said => !("sent" in one);
const hashOf = (one: Said) => ("no" in one ? one.no : one.yes);

/**
 * Teaches a hub that came out of a backup, or has lost a part, what the file beside it knows: who has said no since, or yes
 * again, and which messages were let go. Within a transaction of its own; done twice it changes nothing more.
 * @returns whether there is such a file
 */
export function replayHubJournal(database: Database.Database): boolean {
  const beside = readHubJournal();
  if (!beside || !hasTables(database)) return false;
  database.transaction(() => {
    recallSaid(database, beside.lines.filter(isSaid), beside.key);
    recallSent(database, beside.lines);
  })();
  return true;
}

/** A backup of an older version has none of this. */
function hasTables(database: Database.Database): boolean {
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all();
  return ["queue_item", "queue_attempt", "queue_setting", "recipient", "forgotten_no"].every((name) => tables.includes(name));
}

function recallSaid(database: Database.Database, said: readonly Said[], key: string): void {
  const last = new Map(said.map((one) => [hashOf(one), one])); // the later line counts
  const put = database.prepare("UPDATE main.recipient SET opted_out_at = ?, opted_out_by = ? WHERE digits = ?");
  const known = database.prepare<[], { digits: string; at: string | null }>("SELECT digits, opted_out_at AS at FROM main.recipient").all();
  for (const { digits, at } of known) {
    const one = last.get(erasedHash(digits, key));
    if (!one) continue;
    last.delete(hashOf(one));
    if ("no" in one) put.run(one.at, one.by, digits);
    else if (at !== null && at < one.at) put.run(null, null, digits);
  }
  const forget = database.prepare("INSERT INTO main.forgotten_no (hash, at, by) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  for (const [hash, one] of last) if ("no" in one) forget.run(hash, one.at, one.by);
}

/** A message that was let go, of which this hub does not know: it may have arrived, and does not go again by itself. */
function recallSent(database: Database.Database, lines: readonly Line[]): void {
  const at = now();
  const { status, last_code, last_error, ended_at } = uncertainRows(at.getTime());
  const isKnown = database.prepare("SELECT 1 FROM main.queue_attempt WHERE item_id = ? AND token = ?");
  const doubt = database.prepare(
    `UPDATE main.queue_item SET status = ?, phase = NULL, lease_worker = NULL, lease_boot = NULL, lease_until = NULL, last_code = ?,
       last_error = ${last_error}, ended_at = ? WHERE id = ? AND status IN ('PENDING', 'IN_PROGRESS')`,
  );
  for (const one of lines) if ("sent" in one && !isKnown.get(one.sent, one.token)) doubt.run(status, last_code, ended_at, one.sent);
  database
    .prepare("INSERT OR REPLACE INTO main.queue_setting (name, value, changed_at, changed_by) VALUES (?, ?, ?, ?)")
    .run(FORGETS, JSON.stringify({ at: at.toISOString() }), at.toISOString(), "system");
}
