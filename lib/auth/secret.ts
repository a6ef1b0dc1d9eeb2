import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

function keptSecret(): string {
  const file = path.join(dataDir(), "auth-secret");
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dataDir(), { recursive: true });
    // `wx`: of two processes that start at once, one writes and the other reads.
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
    return readFileSync(file, "utf8");
  }
}
