import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import * as z from "zod";
import { dataDir } from "../../db/files";
import { statement } from "../../db/statements";
import { erasedHash } from "../../personal-data/erased-list";
import { processWide } from "../../process-wide";

/*
 * What left the building, and who has said no, in a file beside the hub: a hub that is damaged, restored or has lost its `-wal`
 * must neither send again nor forget a no. Keyed hashes and ids alone, as the list of the erased has them; lines are only added.
 */

export function hubJournalFile(): string {
  return path.join(dataDir(), "said-and-sent.jsonl");
}

const line = z.union([
  /** Somebody said no, or yes again: the hash of the number. */
  z.object({ no: z.string(), by: z.string(), at: z.string() }),
  z.object({ yes: z.string(), at: z.string() }),
  /** A message was let go: its id, the number of its lease, to which worker (older lines do not say), and the hash of what makes another one the same. */
  z.object({ sent: z.string(), token: z.number(), worker: z.string().optional(), same: z.string(), at: z.string() }),
]);
export type Line = z.output<typeof line>;

const head = z.object({ key: z.string().min(1) });

export interface HubJournal {
  key: string;
  lines: Line[];
}

/** Null where there is no such file, or where its head cannot be read. Lines that a power cut has torn are left out. */
export function readHubJournal(): HubJournal | null {
  if (!existsSync(hubJournalFile())) return null;
  const [first = "", ...rest] = readFileSync(hubJournalFile(), "utf8").split("\n");
  const { data: found } = head.safeParse(asJson(first));
  return found ? { key: found.key, lines: rest.flatMap((text) => line.safeParse(asJson(text)).data ?? []) } : null;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** In `queue_setting`: the hub came out of a backup, or lost a part, so that messages went out which it does not know. */
export const FORGETS = "forgets_sent";

/**
 * Of some messages, by what makes them the same, those that went out though the hub does not know it.
 * @param since milliseconds
 */
export function goneUnknown(sql: Database.Database, names: readonly string[], since: number): Set<string> {
  if (!statement<[string], unknown>(sql, "SELECT 1 FROM queue_setting WHERE name = ?").get(FORGETS)) return new Set();
  const beside = hubJournalNow();
  if (!beside) return new Set();
  const gone = new Set(beside.lines.flatMap((one) => ("sent" in one && Date.parse(one.at) > since ? [one.same] : [])));
  return new Set(names.filter((name) => gone.has(erasedHash(name, beside.key))));
}

/** To which worker a lease was let go that the hub does not know any more; null where nobody knows, undefined for none. */
export function letGoTo(sql: Database.Database, id: string, token: number): string | null | undefined {
  if (!statement<[string], unknown>(sql, "SELECT 1 FROM queue_setting WHERE name = ?").get(FORGETS)) return undefined;
  const found = hubJournalNow()?.lines.find((one) => "sent" in one && one.sent === id && one.token === token);
  return found && "sent" in found ? (found.worker ?? null) : undefined;
}

/** The file as it was read last, while nobody has added to it. */
function hubJournalNow(): HubJournal | null {
  const kept = processWide("said and sent", () => ({ stamp: "", beside: null as HubJournal | null }));
  const found = statSync(hubJournalFile(), { throwIfNoEntry: false });
  const stamp = `${hubJournalFile()} ${found?.size} ${found?.mtimeMs}`;
  if (stamp !== kept.stamp) Object.assign(kept, { stamp, beside: readHubJournal() });
  return kept.beside;
}

/** The key of the hashes; null before the first line. */
export function hubJournalKey(): string | null {
  return hubJournalNow()?.key ?? null;
}
