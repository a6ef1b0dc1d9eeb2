import { createHash } from "node:crypto";
import type { Delivery, SendResult } from "../lib/queue/workers/contract";

/** What the provider told after the message was handed over: a receipt, or a refusal that came late. */
export interface Receipt {
  message_id: string;
  status: Delivery;
  /** ISO 8601. */
  at: string;
  code: string;
}

/** One thing that the worker did or heard. No text, name or number of a guest stands in the journal. */
export type Mark =
  | { did: "prepared"; id: string; token: number; message_id: string }
  | { did: "sending"; id: string; token: number; message_id: string; account: string }
  /** `again`: it is in doubt, and goes out once more with the same id if nothing settles it before. */
  | { did: "outcome"; result: SendResult; again?: true }
  | { did: "reported"; message_id: string; token: number; at: string }
  | { did: "dropped"; message_id: string; token: number; at: string }
  | { did: "receipt"; receipt: Receipt }
  | { did: "receipt reported"; message_id: string; status: Receipt["status"] }
  /** What a shortened journal still knows of a message that is settled. */
  | { did: "known"; message_id: string; outcome: SendResult["outcome"]; at: string };

const CHECKSUM = 16;

const checksumOf = (json: string) => createHash("sha256").update(json).digest("hex").slice(0, CHECKSUM);

/** A mark as a line of the journal, or of another file that must not lie: its checksum, a blank, and JSON. */
export function lineOf(mark: object): string {
  const json = JSON.stringify(mark);
  return `${checksumOf(json)} ${json}\n`;
}

function markOf<T>(line: string): T | null {
  const json = line.slice(CHECKSUM + 1);
  if (line[CHECKSUM] !== " " || checksumOf(json) !== line.slice(0, CHECKSUM)) return null;
  return JSON.parse(json) as T; // the checksum says that these are our own words
}

/** What could be read of a journal. */
export interface ReadJournal<T> {
  marks: T[];
  /** Bytes up to the end of the last whole line. */
  length: number;
  /** Lines that were whole once and are no longer: what they said is lost. */
  damaged: number;
}

/**
 * Reads a journal. Of a line that was being written when the power went, its beginning is left, or empty blocks: it
 * counts as never written, because nobody acts on a line before the disk has confirmed it. Anything else that cannot be
 * read is damage.
 */
export function readJournal<T = Mark>(bytes: Buffer): ReadJournal<T> {
  const marks: T[] = [];
  let damaged = 0;
  let start = 0;
  let length = 0;
  for (let end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) {
    const mark = markOf<T>(bytes.toString("utf8", start, end));
    if (mark) marks.push(mark);
    else damaged++;
    length = end + 1;
  }
  return { marks, length, damaged };
}
