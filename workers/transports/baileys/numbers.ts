import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { now } from "../../../lib/clock";
import { writeWholeFile } from "../../whole-file";

/** How long it is believed whether a number has WhatsApp, in milliseconds: asking for many is what spammers do. */
const BELIEVED = 30 * 24 * 3_600_000;

const keptFile = z.object({
  version: z.literal(1),
  numbers: z.record(z.string(), z.object({ jid: z.string().nullable(), at: z.number() })),
});
type Kept = z.output<typeof keptFile>["numbers"];

/** Which numbers have WhatsApp, and by which name it knows them. */
export class Numbers {
  private readonly file: string;
  private readonly known: Kept;

  constructor(folder: string) {
    this.file = path.join(folder, "numbers.json");
    this.known = readKept(this.file);
  }

  /**
   * WhatsApp's name of a number; null for one without WhatsApp.
   * @param ask asks WhatsApp, and may fail
   * @throws what `ask` throws
   */
  async jidOf(digits: string, ask: (digits: string) => Promise<string | null>): Promise<string | null> {
    const known = this.known[digits];
    const at = now().getTime();
    if (known && known.at > at - BELIEVED) return known.jid;
    const jid = await ask(digits);
    this.known[digits] = { jid, at };
    this.save(at);
    return jid;
  }

  private save(at: number): void {
    for (const [digits, one] of Object.entries(this.known)) if (one.at <= at - BELIEVED) delete this.known[digits];
    try {
      writeWholeFile(this.file, JSON.stringify({ version: 1, numbers: this.known }));
    } catch {
      // The disk is full: the answer holds for as long as this process runs.
    }
  }
}

function readKept(file: string): Kept {
  try {
    return keptFile.parse(JSON.parse(readFileSync(file, "utf8"))).numbers;
  } catch {
    return {}; // none yet, or damaged: each is asked for once more
  }
}
