import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { SendResult } from "../../lib/queue/workers/contract";
import { syncFolder } from "../../lib/sync-to-disk";
import { lineOf, type Mark, type Receipt, readJournal } from "../journal-lines";

/** How long a settled message is remembered, in milliseconds: nothing that comes back within that time is sent again. */
const REMEMBERED = 7 * 24 * 3600_000;
/** A journal is written anew when it has grown by so many bytes. */
const GROWN = 1024 * 1024;

/** A message without an outcome. `sending`: it may have been handed over. */
export interface OpenMessage {
  id: string;
  token: number;
  message_id: string;
  state: "prepared" | "sending";
  /** The number that it may have gone out from; null while it was not handed over. */
  account: string | null;
  /** How often it was handed over, as far as this journal knows. */
  handedOver: number;
}

interface Known {
  outcome: SendResult["outcome"];
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
}

/** The disk did not take a line. What the line was to say must not be acted on. */
export class JournalFailed extends Error {
  override readonly name = "JournalFailed";
}

/**
 * What a worker has done, line by line, in a file of its folder. It is what makes a message one message: a line is on the
 * disk before what it announces is done, so that after a power cut the worker knows what may have gone out.
 */
export class Journal {
  private readonly file: string;
  private fd: number;
  private length: number;
  private lengthWhenShortened = 0;
  private readonly open = new Map<string, OpenMessage>();
  private readonly outcomes = new Map<string, SendResult>();
  private readonly receipts = new Map<string, Receipt>();
  private readonly known = new Map<string, Known>();
  /** What was wrong with the file, in a sentence; null when nothing was. */
  readonly damage: string | null = null;

  /** @throws JournalFailed when the folder cannot be written */
  constructor(private readonly folder: string) {
    this.file = path.join(folder, "journal.log");
    const bytes = existsSync(this.file) ? readFileSync(this.file) : Buffer.alloc(0);
    const { marks, length, damaged } = readJournal(bytes);
    for (const mark of marks) this.take(mark);
    this.fd = openSync(this.file, "a", 0o600);
    this.length = length;
    if (damaged > 0) this.damage = this.keepAside(damaged);
    if (length < bytes.length) this.cutBack();
    syncFolder(folder);
  }

  /** Messages that were begun, or were about to be, and have no outcome. */
  openMessages(): OpenMessage[] {
    return [...this.open.values()];
  }

  /** Outcomes that the server has not confirmed. */
  unreported(): SendResult[] {
    return [...this.outcomes.values()];
  }

  unreportedReceipts(): Receipt[] {
    return [...this.receipts.values()];
  }

  /** What is known of a message id: null for one that was never handed over, or more than a week ago. */
  outcomeOf(messageId: string): SendResult["outcome"] | null {
    const known = this.known.get(messageId)?.outcome ?? null;
    return known !== "accepted" && this.open.get(messageId)?.state === "sending" ? "unknown" : known;
  }

  /** How often a message without an outcome was handed over; a journal that was shortened since counts anew. */
  timesHandedOver(messageId: string): number {
    return this.open.get(messageId)?.handedOver ?? 0;
  }

  /**
   * Writes a line. Only when this returns may what it says be acted on.
   * @param durable wait until the disk has it, as everything needs that a second message could come of
   * @throws JournalFailed and nothing was written
   */
  write(mark: Mark, durable: boolean): void {
    const line = Buffer.from(lineOf(mark));
    try {
      writeWhole(this.fd, line);
      if (durable) fdatasyncSync(this.fd);
    } catch (error) {
      this.cutBack();
      throw new JournalFailed("The disk of this PC takes no more: the journal cannot be written.", { cause: error });
    }
    this.length += line.length;
    this.take(mark);
  }

  /** An outcome that the disk did not take: it is told as long as this process lives. */
  keepInMind(result: SendResult): void {
    this.take({ did: "outcome", result });
  }

  /** Whether enough was written since the journal was last written anew. */
  hasGrown(): boolean {
    return this.length - this.lengthWhenShortened > GROWN;
  }

  /**
   * Writes the journal anew with what is still needed.
   * @param now by the server's clock
   * @throws JournalFailed and the old file is as it was
   */
  shorten(now: Date): void {
    for (const [messageId, { at }] of this.known) if (at < now.getTime() - REMEMBERED) this.known.delete(messageId);
    const fresh = `${this.file}.new`;
    try {
      const text = Buffer.from(this.needed().map(lineOf).join(""));
      const fd = openSync(fresh, "w", 0o600);
      try {
        writeWhole(fd, text);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      closeSync(this.fd); // Windows renames over no file that is open
      try {
        renameSync(fresh, this.file);
        this.length = text.length;
      } finally {
        this.fd = openSync(this.file, "a", 0o600);
      }
      syncFolder(this.folder);
      this.lengthWhenShortened = this.length;
    } catch (error) {
      throw new JournalFailed("The disk of this PC takes no more: the journal cannot be written.", { cause: error });
    }
  }

  close(): void {
    closeSync(this.fd);
  }

  private take(mark: Mark): void {
    switch (mark.did) {
      case "prepared":
        // One that may have gone out stays so, however often it is prepared again.
        if (this.open.get(mark.message_id)?.state !== "sending") this.open.set(mark.message_id, openOf(mark, "prepared", null, 0));
        return;
      case "sending":
        this.open.set(mark.message_id, openOf(mark, "sending", mark.account, this.timesHandedOver(mark.message_id) + 1));
        return;
      case "outcome":
        if (!mark.again) this.open.delete(mark.result.message_id);
        this.outcomes.set(`${mark.result.message_id} ${mark.result.token}`, mark.result);
        this.learn(mark.result.message_id, mark.result.outcome, mark.result.at);
        return;
      case "reported":
        this.outcomes.delete(`${mark.message_id} ${mark.token}`);
        this.learn(mark.message_id, "not_sent", mark.at);
        return;
      case "dropped":
        this.drop(mark);
        return;
      case "receipt":
        this.receipts.set(`${mark.receipt.message_id} ${mark.receipt.status}`, mark.receipt);
        if (mark.receipt.status !== "failed") this.learn(mark.receipt.message_id, "accepted", mark.receipt.at);
        return;
      case "receipt reported":
        this.receipts.delete(`${mark.message_id} ${mark.status}`);
        return;
      case "known":
        this.learn(mark.message_id, mark.outcome, mark.at);
    }
  }

  /** An older lease of a message ends nothing of a newer one. */
  private drop({ message_id, token, at }: { message_id: string; token: number; at: string }): void {
    const message = this.open.get(message_id);
    if (!message || message.token > token) return;
    if (message.state === "sending") this.learn(message_id, "unknown", at);
    this.open.delete(message_id);
  }

  /** What was accepted stays accepted, and a doubt is settled by nothing less. */
  private learn(messageId: string, outcome: SendResult["outcome"], at: string): void {
    const rank = ["not_sent", "unknown", "accepted"] as const;
    const before = this.known.get(messageId)?.outcome ?? "not_sent";
    const surer = rank.indexOf(before) > rank.indexOf(outcome) ? before : outcome;
    this.known.set(messageId, { outcome: surer, at: Date.parse(at) });
  }

  private needed(): Mark[] {
    return [
      ...[...this.known].map(
        ([message_id, { outcome, at }]): Mark => ({ did: "known", message_id, outcome, at: new Date(at).toISOString() }),
      ),
      ...[...this.outcomes.values()].map((result): Mark => ({ did: "outcome", result })),
      // After the outcomes: what is in doubt stays open although it was told.
      ...[...this.open.values()].map(({ state, account, ...message }): Mark => {
        return state === "sending" ? { did: state, ...message, account: account ?? "" } : { did: state, ...message };
      }),
      ...[...this.receipts.values()].map((receipt): Mark => ({ did: "receipt", receipt })),
    ];
  }

  /** A lost line may have said that a message was handed over, so from now on each open message counts as that. */
  private keepAside(damaged: number): string {
    const aside = `${this.file}.damaged-${Date.now()}`;
    copyFileSync(this.file, aside);
    for (const message of this.open.values()) message.state = "sending";
    this.shorten(new Date(0));
    return `${damaged} ${damaged === 1 ? "line" : "lines"} of the journal could not be read. The file is kept as ${path.basename(aside)}; messages in doubt are not sent again without the server's word.`;
  }

  /** Takes a piece of a line off the end again, so that the next line does not begin in it. */
  private cutBack(): void {
    try {
      // Through a descriptor of its own: Windows shortens no file that was opened for appending.
      const fd = openSync(this.file, "r+");
      ftruncateSync(fd, this.length);
      closeSync(fd);
    } catch {
      // The piece stays, and counts as damage at the next start: nothing is sent twice by it.
    }
  }
}

function openOf(
  { id, token, message_id }: { id: string; token: number; message_id: string },
  state: OpenMessage["state"],
  account: string | null,
  handedOver: number,
): OpenMessage {
  return { id, token, message_id, state, account, handedOver };
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
