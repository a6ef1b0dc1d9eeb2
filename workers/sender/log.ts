import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { ServerClock } from "./server-clock";

const LARGEST_FILE = 1024 * 1024;
const FILES_KEPT = 5;

/** What a line may hold: counts, ids and codes. Never a text, a name, a number of a guest, or a key. */
type Facts = Record<string, string | number | boolean | null | undefined>;

/** The worker's log: one JSON line per event in `log/worker.log`; older files are `worker.1.log` and so on. */
export class WorkerLog {
  private readonly file: string;
  private size: number;

  constructor(
    private readonly folder: string,
    private readonly clock: ServerClock,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.file = path.join(folder, "worker.log");
    this.size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  write(event: string, facts: Facts = {}): void {
    const line = `${JSON.stringify({ time: this.clock.now().toISOString(), event, ...facts })}\n`;
    try {
      if (this.size + line.length > LARGEST_FILE) this.rotate();
      appendFileSync(this.file, line, { mode: 0o600 });
      this.size += Buffer.byteLength(line);
    } catch {
      // A full disk shows when the journal cannot be written, without which nothing is sent; a failed log alone stops nothing.
    }
  }

  /** An error without its message, which may quote what somebody wrote: its kind, and where it came from. */
  failure(event: string, error: unknown): void {
    const known = error instanceof Error ? error : new Error();
    const frames = (known.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
    const { code } = known as Error & { code?: unknown };
    this.write(event, {
      error: known.name,
      code: typeof code === "string" ? code : undefined,
      where: frames
        .slice(0, 5)
        .map((line) => line.trim())
        .join(" | "),
    });
  }

  private rotate(): void {
    const older = (index: number) => path.join(this.folder, index === 0 ? "worker.log" : `worker.${index}.log`);
    rmSync(older(FILES_KEPT - 1), { force: true });
    for (let index = FILES_KEPT - 2; index >= 0; index--) {
      if (statSync(older(index), { throwIfNoEntry: false })) renameSync(older(index), older(index + 1));
    }
    this.size = 0;
  }
}
