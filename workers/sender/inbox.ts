import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { inbound } from "../../lib/queue/workers/contract";
import type { InboundMessage } from "../transports/transport";
import { CallFailed } from "./server-calls";
import { pauseAfter, sleep } from "./sleep";
import { writeWholeFile } from "./whole-file";
import type { Desk } from "./worker-state";

/** Messages in one call. */
const AT_ONCE = 100;
/** How long the loop waits for somebody to write, in milliseconds. */
const QUIET = 30_000;
/** Letters of a message that the server reads. */
const LONGEST = 1_000;

const kept = z.object({ from: z.string(), text: z.string(), at: z.string() });

interface Waiting {
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

/** Tells the server what guests wrote, until it has heard each. */
export async function inboundLoop(desk: Desk, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    try {
      await tellInbound(desk);
      failures = 0;
      await desk.heard.wait(QUIET, until);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      desk.hearTrouble(error);
      if (failures === 0) desk.tools.log.write("what guests wrote was not told", { trouble: error.trouble });
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), until);
    }
  }
}

/** Everything that guests wrote, once. @throws CallFailed when the server could not be asked */
export async function tellInbound(desk: Desk): Promise<void> {
  const { inbox } = desk.tools;
  for (let waiting = inbox.waiting(); waiting.length > 0; waiting = inbox.waiting()) await tell(desk, waiting);
}

/** One message that the server does not take must not keep the others back. */
async function tell(desk: Desk, batch: Waiting[]): Promise<void> {
  const { calls, inbox, log } = desk.tools;
  try {
    await calls.call(inbound, { messages: batch.map(({ said }) => said) });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.trouble !== "wrong") throw error;
    if (batch.length > 1) {
      for (const one of batch) await tell(desk, [one]);
      return;
    }
    log.write("what a guest wrote was not taken");
  }
  for (const { file } of batch) inbox.forget(file);
}
