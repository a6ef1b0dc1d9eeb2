import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

/** Writers on the same disk that never wait for it (careless.mjs): a cut must cost them something. */
export class Control {
  private readonly folder: string;
  private child: ChildProcess | null = null;
  private said = 0;
  /** Cuts that lost lines of the plain file, and those that lost committed rows of SQLite without its sync. */
  readonly lossy = { file: 0, sqlite: 0 };

  constructor(mount: string) {
    this.folder = path.join(mount, "careless");
    process.once("exit", () => this.child?.kill("SIGKILL"));
  }

  start(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
    this.said = 0;
    this.child = spawn(process.execPath, ["tests/power/careless.mjs", this.folder], { stdio: ["ignore", "pipe", "ignore"] });
    this.child.stdout?.on("data", (piece: Buffer) => {
      this.said = Number(piece.toString().trim().split("\n").at(-1)) || this.said;
    });
  }

  /** The number that it had said when the power was cut. */
  numberNow(): number {
    return this.said;
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child) return;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
    child.kill("SIGKILL");
    await ended;
  }

  /** Looks at what the disk still has of it. */
  judge(said: number): void {
    const file = path.join(this.folder, "careless.txt");
    const lines = existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => /^[1-9]\d*$/.test(line)).length
      : 0;
    if (lines < said) this.lossy.file++;
    if (rowsOf(path.join(this.folder, "careless.sqlite")) < said) this.lossy.sqlite++;
  }
}

/** A file that was torn so badly that it cannot be read has lost everything. */
function rowsOf(file: string): number {
  if (!existsSync(file)) return 0;
  try {
    const database = new Database(file);
    try {
      return Number(database.prepare("SELECT count(*) FROM number").pluck().get());
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}
