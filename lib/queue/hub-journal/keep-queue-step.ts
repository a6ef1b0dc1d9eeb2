import type Database from "better-sqlite3";
import { now } from "../../clock";
import { openWriting } from "../../db/pragmas";
import { uncertainRows } from "../item-states";
import { OFF, SENDING_PAUSE, type SendingPause } from "../pause/state";
import { STOPPED } from "../templates/suspended";
import { replayHubJournal } from "./replay-step";

/*
 * A backup knows neither the messages that went out since it was made, nor who has said no since: restored as it was, it would
 * send them once more, and to those too. What left the building is therefore not restored but goes on as it stood, as far as the
 * store that was there can be read (docs/design/whatsapp.md P1 and P11).
 */

/** Parents before their children. */
export const KEPT = [
  "queue_task",
  "queue_item",
  "queue_attempt",
  "sender_account",
  "recipient",
  "sounds_like_no",
  "guest_wrote",
  "guest_reply",
  "consent",
  "forgotten_no",
];

/** Who paused it, where nobody did. */
const BY_RESTORE = "the restore of a backup";
const MAY_HAVE_GONE =
  "It waited in a backup that was restored: it may have gone out since. Ask the guest before sending again; a linked phone shows what it has sent.";

/**
 * `kept`: the messages stand as they stood; `stopped`: nobody can tell what became of them, and sending waits for somebody;
 * `recalled`: the same, and the file beside the hub told who has said no and what went out.
 */
export type AfterRestore = "kept" | "recalled" | "stopped";

/**
 * Lets the messages of a hub that is about to be restored stand as they stand in the hub that is there. Where that cannot be read,
 * none of those that waited is sent, and sending is stopped until somebody resumes it. It blocks.
 * @param draft the copy of the backup
 * @param before a copy of the hub that is there, which may be damaged; null where there is none
 */
export function keepMessages(draft: string, before: string | null): AfterRestore {
  const database = openWriting(draft);
  try {
    if (before !== null && takeFrom(database, before)) return "kept";
    stopSending(database);
    return replayHubJournal(database) ? "recalled" : "stopped";
  } finally {
    database.close();
  }
}

/** @returns false, with nothing changed, for a hub that is damaged, another one, or of another version */
function takeFrom(database: Database.Database, before: string): boolean {
  try {
    database.prepare("ATTACH ? AS was").run(before);
    if (database.pragma("was.integrity_check(1)", { simple: true }) !== "ok" || !areAlike(database)) return false;
    database.transaction(() => {
      for (const table of KEPT.toReversed()) database.exec(`DELETE FROM main.${table}`);
      // Also of no rows at all, SQLite would note that it has numbered some.
      const hasRows = (table: string) => database.prepare(`SELECT 1 FROM was.${table} LIMIT 1`).get() !== undefined;
      for (const table of KEPT.filter(hasRows)) database.exec(`INSERT INTO main.${table} SELECT * FROM was.${table}`);
      for (const name of [SENDING_PAUSE, `${SENDING_PAUSE}:*`, STOPPED]) {
        database.prepare("DELETE FROM main.queue_setting WHERE name GLOB ?").run(name);
        database.prepare("INSERT INTO main.queue_setting SELECT * FROM was.queue_setting WHERE name GLOB ?").run(name);
      }
    })();
    return true;
  } catch {
    return false; // whatever is wrong with it, its words are not to be had
  }
}

/** Whether both are the same hub, of the same version as far as messages go. */
function areAlike(database: Database.Database): boolean {
  const said = (schema: string) => [
    database.prepare(`SELECT value FROM ${schema}.store_info WHERE name = 'id'`).pluck().get(),
    ...[...KEPT, "queue_setting"].map((table) =>
      database.prepare(`SELECT sql FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = ?`).pluck().get(table),
    ),
  ];
  const [here, there] = [said("main"), said("was")];
  return here.every((part, index) => part !== undefined && part === there[index]);
}

function stopSending(database: Database.Database): void {
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all();
  if (!tables.includes("queue_item") || !tables.includes("queue_setting")) return; // made before there were messages
  const at = now();
  const { status, last_code, ended_at } = uncertainRows(at.getTime());
  database.transaction(() => {
    database
      .prepare(
        `UPDATE main.queue_item SET status = ?, phase = NULL, lease_worker = NULL, lease_boot = NULL, lease_until = NULL, last_code = ?,
           last_error = ?, ended_at = ? WHERE status IN ('PENDING', 'IN_PROGRESS')`,
      )
      .run(status, last_code, MAY_HAVE_GONE, ended_at);
    const value = database.prepare<[string], string>("SELECT value FROM main.queue_setting WHERE name = ?").pluck().get(SENDING_PAUSE);
    const known: SendingPause = value ? { ...OFF, ...JSON.parse(value) } : OFF;
    const pause: SendingPause = {
      cancelled: true,
      by: BY_RESTORE,
      at: at.toISOString(),
      epoch: known.epoch + 1,
      emptied_at: at.toISOString(),
    };
    database
      .prepare("INSERT OR REPLACE INTO main.queue_setting (name, value, changed_at, changed_by) VALUES (?, ?, ?, ?)")
      .run(SENDING_PAUSE, JSON.stringify(pause), at.toISOString(), "system");
  })();
}
