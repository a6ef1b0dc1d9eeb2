import * as z from "zod";
import { type CloudOutcome, outcomeOfAnswer, outcomeOfCut, refusesMedia } from "../../../lib/queue/cloud/answers";
import { refusesToken } from "../../../lib/queue/cloud/errors";
import { bodyOf, refusalOf } from "../../../lib/queue/cloud/messages";
import type { TransportState } from "../../../lib/queue/workers/contract";
import { failpoint } from "../../../lib/test-hooks";
import { HandingOver } from "../handing-over";
import type { OutgoingMessage, SendOutcome, Transport, TransportEvents } from "../transport";
import { callOnce, type Reply } from "./call";
import { type MediaId, MediaIds } from "./media";
import { CloudState } from "./state";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

export const cloudSettings = z.strictObject({
  /** Without the version. Only this PC itself may be spoken to without TLS: the token goes along with each call. */
  base: z
    .url({ protocol: /^https?$/ })
    .refine((text) => text.startsWith("https:") || LOOPBACK.includes(new URL(text).hostname), "The address must begin with https://.")
    .default("https://graph.facebook.com"),
  version: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, "A version such as v23.0.")
    .default("v23.0"),
  phone_number_id: z.string().regex(/^\d{5,25}$/, "The number's id as Meta shows it: digits, and not the phone number itself."),
  token: z.string().regex(/^[\x21-\x7e]{10,1000}$/, "The access token, without blanks."),
});
export type CloudSettings = z.output<typeof cloudSettings>;

export interface CloudOptions {
  /** Where the ids of what was uploaded are kept. */
  folder: string;
  events: Pick<TransportEvents, "onState">;
  /** Milliseconds that the provider's word is waited for. */
  limit?: number;
  /** Milliseconds between looks at the number: after a failure (doubled up to the other), and while all is well. */
  looks?: { failed: number; well: number };
  /** What stands in the settings' file now; null while it is not there, or not right. */
  readSettings?: () => CloudSettings | null;
}

/** What a message may take; an upload is no message yet, and may be long on a restaurant's line. */
const SEND_LIMIT = 20_000;
const UPLOAD_LIMIT = 120_000;
const LOOKS = { failed: 5_000, well: 5 * 60_000 };
/** How often the settings' file is read while WhatsApp does not let this PC in, in milliseconds. */
const READS_SETTINGS = 2_000;
/** Items of which is remembered with which upload they went out. */
const REMEMBERED = 1_000;

/**
 * The official way: Meta's Cloud API. There is no key that makes a repeated POST one message, so none is repeated: a second one
 * for the same message goes out only after the first was refused because of its picture's id. What happens to a message
 * later is told to the server's webhook and not to this PC.
 */
export class CloudTransport implements Transport {
  readonly name = "cloud";
  readonly idempotentId = false;
  readonly settlesWithin = 30_000;
  private readonly media: MediaIds;
  private readonly cloud: CloudState;
  private readonly handing = new HandingOver();
  private readonly wentOutWith = new Map<string, string>();
  private readonly stopping = new AbortController();
  private next: { at: number; timer: NodeJS.Timeout } | null = null;
  private reading: NodeJS.Timeout | null = null;
  private failures = 0;
  /** How often messages were refused for the token since one was taken, or the token is another one. */
  private refusedTokens = 0;

  constructor(
    private settings: CloudSettings,
    private readonly options: CloudOptions,
  ) {
    this.cloud = new CloudState(options.events.onState);
    this.media = new MediaIds(options.folder, settings.phone_number_id, (form) =>
      this.call("POST", "/media", `multipart/form-data; boundary=${form.boundary}`, form.pieces, UPLOAD_LIMIT),
    );
  }

  async start(): Promise<void> {
    await this.look();
    if (this.options.readSettings) this.reading = setInterval(() => this.readAgain(), READS_SETTINGS).unref();
  }

  account(): string {
    return `cloud:${this.settings.phone_number_id}`;
  }

  state(): TransportState {
    return this.cloud.shown();
  }

  async prepare(message: OutgoingMessage): Promise<void> {
    // Refused or cut, it is tried again when the message is sent, which tells what became of it.
    if (message.media && !refusalOf(message)) await this.mediaFor(message);
  }

  send(message: OutgoingMessage): Promise<SendOutcome> {
    return this.handing.send(() => this.handOver(message));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.next?.timer);
    clearInterval(this.reading ?? undefined);
    await this.handing.stop();
  }

  private async handOver(message: OutgoingMessage): Promise<SendOutcome> {
    const refusal = refusalOf(message);
    if (refusal) return refusal;
    const first = await this.mediaFor(message);
    if (first?.refused) return this.heard(first.refused);
    const { outcome, reply } = await this.post(message, first?.id ?? null);
    // Refused is proven, so one more POST is no repetition.
    if (!message.media || !first || !reply.answer || !refusesMedia(reply.answer)) return outcome;
    if (!this.media.forget(message.media, first.id)) return outcome;
    const anew = await this.mediaFor(message);
    if (anew?.refused) return this.heard(anew.refused);
    return (await this.post(message, anew?.id ?? null)).outcome;
  }

  private async mediaFor({ id, kind, media }: OutgoingMessage): Promise<MediaId | null> {
    if (kind === "text" || !media) return null;
    const known = await this.media.idOf(media);
    // It went out with this very upload and failed afterwards, which only the server heard: the upload may be the reason.
    if (known.id === undefined || this.wentOutWith.get(id) !== known.id) return known;
    this.media.forget(media, known.id);
    return this.media.idOf(media);
  }

  private async post(message: OutgoingMessage, mediaId: string | null): Promise<{ outcome: CloudOutcome; reply: Reply }> {
    // An upload may have taken longer than the worker was given to stop.
    if (this.stopping.signal.aborted) {
      const cut = { written: false, code: "ABORTED" };
      return { outcome: outcomeOfCut(cut), reply: { cut } };
    }
    const json = Buffer.from(JSON.stringify(bodyOf(message, mediaId)));
    const reply = await this.call("POST", "/messages", "application/json", [json], this.options.limit ?? SEND_LIMIT);
    const outcome = this.heard(reply.answer ? outcomeOfAnswer(reply.answer) : outcomeOfCut(reply.cut));
    if (outcome.outcome === "accepted" && mediaId) this.remember(message.id, mediaId);
    return { outcome, reply };
  }

  private remember(item: string, mediaId: string): void {
    this.wentOutWith.delete(item);
    this.wentOutWith.set(item, mediaId);
    const [oldest] = this.wentOutWith.keys();
    if (oldest && this.wentOutWith.size > REMEMBERED) this.wentOutWith.delete(oldest);
  }

  private heard<Outcome extends CloudOutcome>(outcome: Outcome): Outcome {
    this.cloud.heard(outcome);
    if (outcome.outcome === "accepted") this.refusedTokens = 0;
    const isToken = outcome.outcome === "not_sent" && refusesToken(outcome.fault, outcome.code);
    // The number's page may be shown for a token that may not send: each round of that would cost a message a try.
    if (isToken) this.lookAfterFailures(++this.refusedTokens);
    else if (outcome.outcome === "unknown" || (outcome.outcome === "not_sent" && ["account", "network"].includes(outcome.fault)))
      this.lookIn(this.looks.failed);
    return outcome;
  }

  /** Whoever gave this PC a new token, or another version, waits for nothing: WhatsApp is asked once, by a call that sends nothing. */
  private readAgain(): void {
    if (this.cloud.shown().connected || !this.takeSettings()) return;
    this.lookIn(0);
  }

  /** @returns whether the file says something else than before; another number takes a new start, what is under way is the old one's */
  private takeSettings(): boolean {
    const found = this.options.readSettings?.() ?? null;
    if (!found || found.phone_number_id !== this.settings.phone_number_id) return false;
    if (JSON.stringify(found) === JSON.stringify(this.settings)) return false;
    this.settings = found;
    this.refusedTokens = 0;
    return true;
  }

  private async look(): Promise<void> {
    this.takeSettings();
    const reply = await this.call("GET", "?fields=id,status", null, [], SEND_LIMIT);
    if (this.stopping.signal.aborted) return;
    this.failures = this.cloud.looked(reply) ? 0 : this.failures + 1;
    this.next = null;
    if (this.failures === 0) this.lookIn(this.looks.well);
    else this.lookAfterFailures(this.failures);
  }

  /** After the first in a row soon, and then ever later. */
  private lookAfterFailures(failures: number): void {
    this.lookIn(Math.min(this.looks.failed * 2 ** (failures - 1), this.looks.well));
  }

  /** Looks at the number after a while, or earlier when that was planned. */
  private lookIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.stopping.signal.aborted || (this.next && this.next.at <= at)) return;
    clearTimeout(this.next?.timer);
    this.next = { at, timer: setTimeout(() => void this.look(), milliseconds).unref() };
  }

  private get looks() {
    return this.options.looks ?? LOOKS;
  }

  /** Messages are never cut by a stop; everything else is. */
  private call(method: "GET" | "POST", below: string, type: string | null, body: Uint8Array[], limit: number): Promise<Reply> {
    const { base, version, phone_number_id, token } = this.settings;
    return callOnce({
      url: `${base.replace(/\/+$/, "")}/${version}/${phone_number_id}${below}`,
      method,
      headers: { Authorization: `Bearer ${token}`, ...(type ? { "Content-Type": type } : {}) },
      body,
      limit,
      ...(below === "/messages" ? { onWritten: () => failpoint("worker:after-bytes") } : { signal: this.stopping.signal }),
    });
  }
}
