import { createHash, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { now } from "../../../lib/clock";
import { type NotSent, notSent, outcomeOfAnswer, outcomeOfCut } from "../../../lib/queue/cloud/answers";
import type { OutgoingMessage } from "../transport";
import type { Reply } from "./call";

type Media = NonNullable<OutgoingMessage["media"]>;

/** WhatsApp's id of a file, or why there is none; the message itself was not touched then. */
export type MediaId = { id: string; refused?: undefined } | { id?: undefined; refused: NotSent };

const DAY = 24 * 60 * 60_000;
/** Ids live 30 days; the last one is left to clocks that differ. */
const KEPT = 29 * DAY;
/** A file that was just uploaded anew and is refused again is a bad file: the next guests do not upload it a third time. */
const ANEW_AGAIN = 10 * 60_000;

const kept = z.object({ id: z.string().min(1).max(200), until: z.iso.datetime() });
const keptFile = z.object({ version: z.literal(1), media: z.record(z.string(), kept) });
type Kept = z.output<typeof keptFile>["media"];

/** The ids of what was uploaded, for one account, kept over restarts in a file of the worker's folder. */
export class MediaIds {
  private readonly file: string;
  private readonly ids: Kept;
  private readonly underWay = new Map<string, Promise<MediaId>>();
  private readonly anew = new Map<string, number>();

  /** @param upload hands the pieces of a multipart form to `/media` */
  constructor(
    folder: string,
    private readonly account: string,
    private readonly upload: (form: { boundary: string; pieces: Uint8Array[] }) => Promise<Reply>,
  ) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, "cloud-media.json");
    this.ids = readKept(this.file);
  }

  /** The id of a file: the kept one, or a new one. Many who ask for the same at once share one upload. */
  async idOf(media: Media): Promise<MediaId> {
    const known = this.ids[this.keyOf(media)];
    if (known && Date.parse(known.until) > now().getTime()) return { id: known.id };
    const waiting = this.underWay.get(media.sha256);
    if (waiting) return waiting;
    const uploading = this.uploadNow(media).finally(() => this.underWay.delete(media.sha256));
    this.underWay.set(media.sha256, uploading);
    return uploading;
  }

  /**
   * Forgets an id that WhatsApp refused, unless another message has done so meanwhile.
   * @returns whether it is worth asking for a new one
   */
  forget(media: Media, id: string): boolean {
    const key = this.keyOf(media);
    if (this.ids[key]?.id !== id) return true;
    if (now().getTime() - (this.anew.get(key) ?? Number.NEGATIVE_INFINITY) < ANEW_AGAIN) return false;
    this.anew.set(key, now().getTime());
    delete this.ids[key];
    this.save();
    return true;
  }

  private keyOf({ sha256 }: Media): string {
    return `${this.account}/${sha256}`;
  }

  private async uploadNow(media: Media): Promise<MediaId> {
    const bytes = await readFile(media.file).catch(() => null);
    // Under a wrong hash the file would go to every later guest of the right one.
    if (!bytes || createHash("sha256").update(bytes).digest("hex") !== media.sha256)
      return { refused: notSent("network", "media_file", "The picture or the PDF is missing or damaged on this PC. It is fetched again.") };
    const reply = await this.upload(formOf(media, bytes));
    const id = idIn(reply);
    if (!id) return { refused: refusalOfUpload(reply) };
    this.ids[this.keyOf(media)] = { id, until: new Date(now().getTime() + KEPT).toISOString() };
    this.save();
    return { id };
  }

  /** Whole or not at all. What cannot be kept costs one more upload after a restart, and no message. */
  private save(): void {
    const at = now().getTime();
    for (const [key, { until }] of Object.entries(this.ids)) if (Date.parse(until) <= at) delete this.ids[key];
    try {
      const draft = `${this.file}.${randomUUID()}.tmp`;
      const handle = openSync(draft, "w", 0o600);
      try {
        writeSync(handle, JSON.stringify({ version: 1, media: this.ids }));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(draft, this.file);
    } catch {
      // The disk is full or the folder is gone: the ids hold for as long as this process runs.
    }
  }
}

function readKept(file: string): Kept {
  try {
    return keptFile.parse(JSON.parse(readFileSync(file, "utf8"))).media;
  } catch {
    return {}; // none yet, or damaged: everything is uploaded once more
  }
}

function formOf({ mime, filename }: Media, bytes: Uint8Array): { boundary: string; pieces: Uint8Array[] } {
  const boundary = `daftar-${randomUUID()}`;
  const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  // Guests see the name that the message gives; here only its ending matters, and no quotes or line breaks may come in.
  const name = `file${/\.\w{1,10}$/.exec(filename)?.[0] ?? ""}`;
  const head = `${field("messaging_product", "whatsapp")}${field("type", mime)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`;
  return { boundary, pieces: [Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)] };
}

function idIn({ answer }: Reply): string | null {
  if (answer?.status !== 200) return null;
  try {
    return z.object({ id: z.string().min(1).max(200) }).parse(JSON.parse(answer.body)).id;
  } catch {
    return null;
  }
}

/** An upload is no message: whatever became of it, nothing was sent to anybody. */
function refusalOfUpload({ answer, cut }: Reply): NotSent {
  const outcome = answer ? outcomeOfAnswer(answer) : outcomeOfCut(cut);
  if (outcome.outcome === "not_sent") return outcome;
  return notSent(
    "network",
    outcome.outcome === "unknown" ? outcome.code : "",
    "WhatsApp did not take the picture or the PDF. Nothing was sent.",
  );
}
