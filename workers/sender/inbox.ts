import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { InboundMessage } from "../transports/transport";
import { writeWholeFile } from "../whole-file";

/** Messages in one call. */
const AT_ONCE = 100;
/** Letters of a message that the server reads. */
const LONGEST = 1_000;

const kept = z.object({ from: z.string(), text: z.string(), at: z.string() });

/** A message that the server has not heard. */
export interface Waiting {
  file: string;
  said: z.output<typeof kept>;
}

/**
 * What guests wrote, until the server has heard it: one file each, because WhatsApp tells it once, and a STOP that is lost is
 * a guest who is written to again.
 */
export class Inbox {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** @throws when the disk does not take it */
  keep({ from, text, at, provider_id }: InboundMessage): void {
    const name = createHash("sha256").update(`${from} ${provider_id}`).digest("hex").slice(0, 32);
    writeWholeFile(path.join(this.folder, `${name}.json`), JSON.stringify({ from, text: text.slice(0, LONGEST), at }));
  }

  waiting(): Waiting[] {
    const files = readdirSync(this.folder).filter((name) => name.endsWith(".json"));
    return files.slice(0, AT_ONCE).flatMap((name) => {
      const file = path.join(this.folder, name);
      try {
        return [{ file, said: kept.parse(JSON.parse(readFileSync(file, "utf8"))) }];
      } catch {
        this.forget(file); // somebody has written into it
        return [];
      }
    });
  }

  forget(file: string): void {
    rmSync(file, { force: true });
  }
}
