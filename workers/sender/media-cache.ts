import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { WorkItem } from "../../lib/queue/workers/contract";
import type { OutgoingMessage } from "../transports/transport";
import type { ServerCalls } from "./server-calls";

/** Bytes that the cache may hold; what was not used for longest goes first. */
const MOST_BYTES = 500 * 1024 * 1024;
/** WhatsApp takes no larger document. */
const LARGEST_FILE = 100 * 1024 * 1024;

/** What was fetched is not what the server announced; fetched once more it may be. */
export class MediaDamaged extends Error {
  override readonly name = "MediaDamaged";
}

/** The menus and vouchers that go along with messages: each is fetched once, and kept by the hash of its bytes. */
export class MediaCache {
  constructor(
    private readonly folder: string,
    private readonly calls: ServerCalls,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.endsWith(".part")) rmSync(path.join(folder, name), { force: true });
  }

  /**
   * The file of a message's media on this PC.
   * @throws CallFailed, MediaDamaged, or an error of the disk
   */
  async fileFor(media: WorkItem["media"], signal?: AbortSignal): Promise<OutgoingMessage["media"]> {
    if (!media) return null;
    const { url, ...rest } = media;
    if (!/^[0-9a-f]{64}$/.test(media.sha256) || media.size > LARGEST_FILE) throw new MediaDamaged("The server announced no such file.");
    const file = path.join(this.folder, media.sha256);
    if (existsSync(file) && hashOf(readFileSync(file)) === media.sha256) {
      const now = new Date();
      utimesSync(file, now, now);
      return { ...rest, file };
    }
    const bytes = await this.calls.file(url, media.size, signal);
    if (hashOf(bytes) !== media.sha256) throw new MediaDamaged("What came is not what the server announced.");
    this.makeRoom(bytes.length);
    const part = `${file}.part`;
    const fd = openSync(part, "w", 0o600);
    try {
      writeSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(part, file);
    return { ...rest, file };
  }

  private makeRoom(wanted: number): void {
    const files = readdirSync(this.folder)
      .map((name) => path.join(this.folder, name))
      .map((file) => ({ file, ...sizeAndTime(file) }))
      .sort((a, b) => a.used - b.used);
    let held = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files) {
      if (held + wanted <= MOST_BYTES) return;
      rmSync(file, { force: true });
      held -= size;
    }
  }
}

function sizeAndTime(file: string): { size: number; used: number } {
  const state = statSync(file, { throwIfNoEntry: false });
  return { size: state?.size ?? 0, used: state?.mtimeMs ?? 0 };
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
