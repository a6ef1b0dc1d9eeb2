import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { now } from "../../../lib/clock";
import { writeWholeFile } from "../../whole-file";

/** How long a message is kept for phones that ask for it once more, in milliseconds. */
const KEPT = 7 * 24 * 3_600_000;
/** How often it is looked for older ones: a worker may run for months. */
const LOOKED = 24 * 3_600_000;
const MESSAGE_ID = /^3EB0[0-9A-F]{18}$/;

/**
 * What was sent, as WhatsApp packs it, one file for each message id. A phone that could not read a message asks for it again,
 * days later if it was off; without an answer the guest reads "Waiting for this message". These files hold texts.
 */
export class SentMessages {
  private lookedAt = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.forgetOld();
  }

  /** @throws when the disk does not take it; then it must not be sent */
  keep(id: string, packed: Uint8Array): void {
    if (now().getTime() - this.lookedAt >= LOOKED) this.forgetOld();
    writeWholeFile(this.fileOf(id), packed);
  }

  packed(id: string): Buffer | null {
    if (!MESSAGE_ID.test(id)) return null;
    try {
      return readFileSync(this.fileOf(id));
    } catch {
      return null;
    }
  }

  /** Whether this PC has sent it, and not the phone itself or another computer of it. */
  has(id: string): boolean {
    return MESSAGE_ID.test(id) && statSync(this.fileOf(id), { throwIfNoEntry: false }) !== undefined;
  }

  private forgetOld(): void {
    this.lookedAt = now().getTime();
    for (const name of readdirSync(this.folder)) {
      const file = path.join(this.folder, name);
      const state = statSync(file, { throwIfNoEntry: false });
      if (state && state.mtimeMs < now().getTime() - KEPT) rmSync(file, { force: true });
    }
  }

  private fileOf(id: string): string {
    return path.join(this.folder, id);
  }
}
