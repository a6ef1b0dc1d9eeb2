import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import path from "node:path";
import { dataDir } from "../db/files";
import { env } from "../env";
import { processWide } from "../process-wide";

/**
 * The secret that tokens are made with: AUTH_SECRET, or one that is made once and kept in the data folder, readable by
 * the server's own user only.
 */
export function authSecret(): string {
  return env().AUTH_SECRET ?? processWide(`secret of ${dataDir()}`, keptSecret);
}

/** A shorter one is torn: it was cut off by a full disk or a power cut, and would be easy to guess. */
const SHORTEST = 32;

function keptSecret(): string {
  const file = path.join(dataDir(), "auth-secret");
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, "utf8");
  if (secret.length >= SHORTEST) return secret;
  throw new Error("The file auth-secret in the data folder is torn. Delete it and start again; everybody then signs in anew.");
}

/** Written whole beside its place and then linked there: of two processes that start at once, one secret stays. */
function makeSecret(file: string): void {
  mkdirSync(dataDir(), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  const handle = openSync(draft, "w", 0o600);
  try {
    writeSync(handle, randomBytes(48).toString("base64url"));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
}
