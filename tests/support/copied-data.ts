import { cpSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stampOf } from "../../lib/db/file-header";

/**
 * Copies a data folder that was left by a clean stop. Copies are other files than those of that stop: noted as left by it, no start
 * reads all stores again.
 */
export function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const files = readdirSync(to, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".db"));
  const left = files.map((name) => [name, stampOf(path.join(to, name))]);
  writeFileSync(path.join(to, "clean-stop.json"), JSON.stringify(Object.fromEntries(left)));
}
