import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BinaryNode, proto, WAMessageKey } from "baileys";
import { nearestInstant } from "../../../lib/calendar-date";
import { now } from "../../../lib/clock";
import { REACH_OUT } from "../../../lib/queue/try-again-or-fail";
import type { TransportState } from "../../../lib/queue/workers/contract";
import { failpoint } from "../../../lib/test-hooks";
import { HandingOver } from "../handing-over";
import type { OutgoingMessage, SendOutcome, Transport, TransportEvents } from "../transport";
import { Line } from "./connection";
import { CONNECTING, type Socket } from "./connection-ends";
import { contentOf, FileDamaged } from "./content";
import { Numbers } from "./numbers";
import { notSent, outcomeOf, readReceipt, Words } from "./receipts";
import { SentMessages } from "./sent";
import { Session } from "./session";
import type { BaileysSettings } from "./settings";
import { silent } from "./silent-logger";

type Library = typeof import("baileys");
type Signal = ReturnType<Library["DEFAULT_CONNECTION_CONFIG"]["makeSignalRepository"]>;
type Encrypted = Parameters<Signal["decryptMessage"]>[0];

export interface BaileysOptions {
  /** Where the keys of the phone, and what was sent, are kept. */
  folder: string;
  events: TransportEvents;
  /** Milliseconds that WhatsApp's word is waited for. */
  limit?: number;
  /** Milliseconds before the so-many-th try to connect. */
  pause?: (failures: number) => number;
}

/** What a message may take, and a question of ours; an upload may be long on a restaurant's line. Milliseconds. */
const SEND_LIMIT = 20_000;
const ASK_LIMIT = 10_000;
const UPLOAD_LIMIT = 120_000;
/** After connecting, WhatsApp delivers what phones sent meanwhile. */
const RECEIPTS_COME = 30_000;

/**
 * Sends as a computer that is linked to a phone. The same id sent twice is one message on the guest's phone (docs/design/whatsapp.md 0.3).
 */
export class BaileysTransport implements Transport {
  readonly name = "baileys";
  readonly idempotentId: boolean;
  readonly settlesWithin: number;
  private readonly words = new Words();
  private readonly numbers: Numbers;
  private readonly sent: SentMessages;
  private readonly handing = new HandingOver();
  /** How often Baileys has encrypted something: from then on nobody knows whether it was written to the line. */
  private encryptions = 0;
  private library: Library | null = null;
  private session: Session | null = null;
  private line: Line | null = null;

  constructor(
    private readonly settings: BaileysSettings,
    private readonly options: BaileysOptions,
  ) {
    this.idempotentId = settings.resend_same_id;
    // Anything but `wss:` is a stand-in on this PC, which answers at once.
    this.settlesWithin = settings.url.startsWith("wss:") ? RECEIPTS_COME : 1_500;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    this.numbers = new Numbers(options.folder);
    this.sent = new SentMessages(path.join(options.folder, "messages"));
  }

  async start(): Promise<void> {
    const library = await import("baileys").catch(() => null);
    if (!library)
      throw new Error(
        "The library that speaks to a linked phone is not on this PC. Put it beside worker.mjs: npm install baileys@7.0.0-rc14. Then start the worker again.",
      );
    this.library = library;
    const session = new Session(this.options.folder, library);
    this.session = session;
    this.line = new Line({
      library,
      session,
      settings: this.settings,
      connect: () => this.connect(library, session),
      onState: this.options.events.onState,
      onClosed: () => this.words.closed(),
      onDiskFailed: (error) => this.options.events.onDiskFailed(error),
      pause: this.options.pause,
    });
    await this.line.start();
    if (session.damage) this.line.note({ problem: session.damage });
  }

  account(): string | null {
    const digits = this.session?.isLinked ? this.library?.jidDecode(this.session.creds.me?.id)?.user : undefined;
    return digits ? `baileys:${digits}` : null;
  }

  state(): TransportState {
    return this.line?.state ?? CONNECTING;
  }

  async prepare(message: OutgoingMessage): Promise<void> {
    const socket = this.line?.socket;
    if (!message.media || !socket || !this.library || this.sent.packed(message.message_id)) return;
    const jid = await this.jidOf(socket, message.phone);
    if (typeof jid === "string") await this.pack(this.library, socket, jid, message);
  }

  send(message: OutgoingMessage): Promise<SendOutcome> {
    return this.handing.send(() => this.handOver(message));
  }

  async stop(): Promise<void> {
    await this.handing.stop();
    this.line?.stop();
  }

  private async handOver(message: OutgoingMessage): Promise<SendOutcome> {
    const socket = this.line?.socket;
    if (!socket || !this.library) return notSent("network", "NOT_CONNECTED", "The worker is not connected to WhatsApp. Nothing was sent.");
    const jid = await this.jidOf(socket, message.phone);
    if (typeof jid !== "string") return jid;
    const packed = await this.pack(this.library, socket, jid, message);
    if ("outcome" in packed) return packed;
    const before = this.encryptions;
    const word = this.words.wait(message.message_id, this.options.limit ?? SEND_LIMIT);
    socket
      .relayMessage(jid, packed, { messageId: message.message_id })
      .then(() => failpoint("worker:after-bytes"))
      .catch(() => {
        if (this.encryptions === before) this.words.say(message.message_id, { said: "not handed over", code: "NOT_REACHED" });
      });
    return outcomeOf(await word);
  }

  /** The guest's WhatsApp id, or why there is none. */
  private async jidOf(socket: Socket, digits: string): Promise<string | SendOutcome> {
    try {
      const jid = await this.numbers.jidOf(digits, async (asked) => {
        const [found] = (await within(ASK_LIMIT, socket.onWhatsApp(asked))) ?? [];
        return found?.exists ? found.jid : null;
      });
      return jid ?? notSent("recipient", "NOT_ON_WHATSAPP", "This number has no WhatsApp.");
    } catch {
      return notSent("network", "NOT_ASKED", "WhatsApp could not be asked whether the guest has it. Nothing was sent.");
    }
  }

  /** The message as it goes out, with its file uploaded, and kept: sent again it is the same to the last byte that matters. */
  private async pack(library: Library, socket: Socket, jid: string, message: OutgoingMessage): Promise<proto.IMessage | SendOutcome> {
    const known = this.sent.packed(message.message_id);
    if (known) return library.proto.Message.decode(known);
    try {
      const { message: packed } = await within(
        UPLOAD_LIMIT,
        library.generateWAMessage(jid, await contentOf(message), {
          userJid: socket.user?.id ?? "",
          messageId: message.message_id,
          logger: silent,
          upload: socket.waUploadToServer,
        }),
      );
      if (!packed) throw new FileDamaged("Nothing came out of it.");
      this.sent.keep(message.message_id, library.proto.Message.encode(packed).finish());
      return packed;
    } catch (error) {
      const detail =
        error instanceof FileDamaged
          ? "The picture or the PDF is missing or damaged on this PC. It is fetched again."
          : "The picture or the PDF could not be handed to WhatsApp. Nothing was sent.";
      return notSent("network", error instanceof FileDamaged ? "media_file" : "NOT_UPLOADED", detail);
    }
  }

  private connect(library: Library, session: Session): Socket {
    const state = session.state();
    const socket = library.makeWASocket({
      auth: { creds: state.creds, keys: library.makeCacheableSignalKeyStore(state.keys, silent) },
      waWebSocketUrl: this.settings.url,
      logger: silent,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      shouldIgnoreJid: (jid) => Boolean(library.isJidGroup(jid) || library.isJidBroadcast(jid) || library.isJidNewsletter(jid)),
      connectTimeoutMs: 20_000,
      keepAliveIntervalMs: 30_000,
      makeSignalRepository: (...given) => this.watched(library, library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...given)),
      getMessage: async ({ id }: WAMessageKey) => {
        const packed = this.sent.packed(id ?? "");
        return packed ? library.proto.Message.decode(packed) : undefined;
      },
    });
    socket.ws.on("CB:ack,class:message", (node: BinaryNode) => this.hearAck(node));
    socket.ws.on("CB:receipt", (node: BinaryNode) => this.hearReceipt(library, socket, node));
    return socket;
  }

  /**
   * What a guest wrote is heard where it is decrypted: Baileys confirms it to WhatsApp before it tells of it, and a STOP that was
   * confirmed is told by nobody again.
   */
  private watched(library: Library, signal: Signal): Signal {
    return {
      ...signal,
      encryptMessage: (what) => {
        this.encryptions++;
        return signal.encryptMessage(what);
      },
      decryptMessage: async (what) => {
        const bytes = await signal.decryptMessage(what);
        await this.hearGuest(library, signal, what, bytes).catch(() => {}); // no message of a guest's, or none that can be read
        return bytes;
      },
    };
  }

  private hearAck({ attrs: { id = "", error, t } }: BinaryNode): void {
    if (error === REACH_OUT) void this.line?.askLimits(); // until when it lasts
    const waited = this.words.say(id, error ? { said: "refused", code: error } : { said: "accepted" });
    // A late refusal says nothing of a first try that may have been taken.
    if (!waited && !error && this.sent.has(id)) this.options.events.onReceipt({ message_id: id, status: "sent", at: timeOf(t), code: "" });
  }

  private hearReceipt(library: Library, { user }: Socket, node: BinaryNode): void {
    const receipt = readReceipt(node);
    const isOurs = library.areJidsSameUser(node.attrs.from, user?.id) || library.areJidsSameUser(node.attrs.from, user?.lid);
    if (!receipt || isOurs) return;
    for (const id of receipt.ids.filter((one) => this.sent.has(one))) {
      this.options.events.onReceipt({ message_id: id, status: receipt.status, at: timeOf(node.attrs.t), code: "" });
      this.words.say(id, { said: "accepted" });
    }
  }

  /** @param bytes as they were decrypted */
  private async hearGuest(library: Library, signal: Signal, { jid, ciphertext }: Encrypted, bytes: Uint8Array): Promise<void> {
    const message = library.proto.Message.decode(library.unpadRandomMax16(bytes));
    const said = library.extractMessageContent(message);
    const text = said?.conversation || said?.extendedTextMessage?.text;
    if (!text) return; // as of what was written on our own phone, whose words lie one level deeper
    const from = library.jidDecode((library.isPnUser(jid) ? jid : await signal.lidMapping.getPNForLID(jid)) ?? undefined)?.user;
    const provider_id = createHash("sha256").update(ciphertext).digest("hex");
    if (from) this.options.events.onInbound({ from, text, at: now().toISOString(), provider_id });
  }
}

/** WhatsApp's seconds as ISO 8601. */
function timeOf(seconds: string | undefined): string {
  const at = Number(seconds) * 1_000;
  return nearestInstant(at > 0 ? at : now().getTime());
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("It took too long.")), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
