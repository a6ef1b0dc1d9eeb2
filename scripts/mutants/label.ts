import { existsSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where the label of each process's test stands, as `switch.ts` reads it. */
const LABELS = process.env.MUTANTS_LABELS ?? "";

/** From now on what this process and those that it starts reach is reached by that test. */
export function label(test: string): void {
  const mine = path.join(LABELS, String(process.pid));
  writeFileSync(`${mine}.new`, test);
  renameSync(`${mine}.new`, mine);
}

/** What this process reaches belongs to the test of the process that has started it. */
export function labelAsParent(): void {
  const [mine, parents] = [process.pid, process.ppid].map((pid) => path.join(LABELS, String(pid))) as [string, string];
  if (existsSync(parents) && !existsSync(mine)) symlinkSync(parents, mine);
}
