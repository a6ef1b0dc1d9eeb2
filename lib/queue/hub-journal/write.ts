import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { now, timestamp } from "../../clock";
import { log } from "../../log";
import { erasedHash } from "../../personal-data/erased-list";
import { syncFolder } from "../../sync-to-disk";
import { hubJournalFile, hubJournalKey, type Line } from "./journal";

/** What may be told: with the numbers themselves, and not yet hashed. */
type Told = { no: string; by: string; at: string } | { yes: string } | { sent: string; token: number; worker: string; same: string };

/**
 * Adds to the file beside the hub, and brings it to the disk. What fails is logged: the hub itself knows it, and nobody's no
 * may be refused for a copy of it. A line that tells of a transaction that was then undone harms nobody: in doubt nobody is
 * written to.
 */
export function noteInHubJournal(told: readonly Told[]): void {
  if (told.length === 0) return;
  try {
    const known = hubJournalKey();
    const key = known ?? randomBytes(32).toString("base64url");
    const lines = told.map((one) => JSON.stringify(hashed(one, key)));
    const handle = openSync(hubJournalFile(), "a", 0o600);
    try {
      // On a line of its own, also behind one that a power cut has torn.
      writeSync(handle, `${known === null ? JSON.stringify({ key }) : ""}\n${lines.join("\n")}`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (known === null) syncFolder(path.dirname(hubJournalFile()));
  } catch (error) {
    log().warn({ err: error }, "what was said and sent was not written down beside the hub");
  }
}

function hashed(one: Told, key: string): Line {
  const at = timestamp();
  if ("no" in one) return { no: erasedHash(one.no, key), by: one.by, at: one.at };
  if ("yes" in one) return { yes: erasedHash(one.yes, key), at };
  return { sent: one.sent, token: one.token, worker: one.worker, same: erasedHash(one.same, key), at: now().toISOString() };
}
