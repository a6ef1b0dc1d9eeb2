import { now } from "../../../lib/clock";
import { withCode } from "../../../lib/queue/error-codes";
import type { LinkState, TransportState } from "../../../lib/queue/workers/contract";
import { pauseAfter } from "../../sleep";
import { lockOf, quotaOf } from "./account-restrictions";
import { CONNECTING, codeOf, endOf, pairingState, type Socket, shownCode } from "./connection-ends";
import type { Session } from "./session";
import type { BaileysSettings } from "./settings";

type Library = typeof import("baileys");

/** How often new codes are shown to nobody before the worker gives up, each time for nearly three minutes. */
const ROUNDS = 5;
/** How long the first try to connect may take until the worker goes on without it, in milliseconds. */
const FIRST_TRY = 25_000;
/** The pause before a connection that WhatsApp itself asks for, in milliseconds. */
const AT_ONCE = 250;

export interface LineOptions {
  library: Library;
  session: Session;
  settings: BaileysSettings;
  /** Makes one connection. */
  connect: () => Socket;
  onState: (state: TransportState) => void;
  onClosed: () => void;
  /** The keys of the phone could not be kept: the disk is full or damaged. */
  onDiskFailed: (error: unknown) => void;
  /** Milliseconds before the so-many-th try. */
  pause?: (failures: number) => number;
}

/** Keeps one connection to WhatsApp: pairs, connects again after every end that allows it, and stops where it must not. */
export class Line {
  /** Null while nothing can be sent. */
  socket: Socket | null = null;
  state: TransportState = CONNECTING;
  private opened: Socket | null = null;
  private failures = 0;
  private rounds = 0;
  private isOver = false;
  private timer: NodeJS.Timeout | null = null;
  private firstTryOver: () => void = () => {};

  constructor(private readonly options: LineOptions) {}

  /** Settles when it is connected, shows a code, or has failed once. */
  async start(): Promise<void> {
    const over = new Promise<void>((resolve) => {
      this.firstTryOver = resolve;
      setTimeout(resolve, FIRST_TRY).unref();
    });
    this.open();
    await over;
  }

  stop(): void {
    this.isOver = true;
    if (this.timer) clearTimeout(this.timer);
    this.socket = null;
    void this.opened?.end(undefined);
  }

  /** A problem that stands beside a connection, such as a limit of WhatsApp's; null takes it away. */
  note(part: Partial<Pick<TransportState, "problem" | "quota" | "lock">>): void {
    if (this.socket) this.show({ ...this.state, ...part });
  }

  /** Asks WhatsApp what it allows this number; it sends nothing to anybody. Without an answer nothing is shown. */
  async askLimits(): Promise<void> {
    const { socket } = this;
    if (!socket) return;
    // The result comes as an event, as when WhatsApp reports it unasked.
    await socket.fetchAccountReachoutTimelock().catch(() => {});
    const told = await socket.fetchNewChatMessageCap().catch(() => null);
    if (told && this.socket === socket) this.note({ quota: quotaOf(told) });
  }

  private open(): void {
    if (this.isOver) return;
    const { session, connect } = this.options;
    if (!session.isLinked) session.begin();
    const socket = connect();
    this.opened = socket;
    socket.ev.on("creds.update", () => this.keep(() => session.saveCreds()));
    socket.ev.on("message-capping.update", (told) => this.opened === socket && this.note({ quota: quotaOf(told) }));
    socket.ev.on("connection.update", ({ connection, qr, lastDisconnect, reachoutTimeLock }) => {
      if (reachoutTimeLock && this.opened === socket) this.note({ lock: lockOf(reachoutTimeLock, now().getTime()) });
      if (qr) void this.offer(socket, qr).catch(() => {}); // closed meanwhile, which is told by itself
      if (connection === "open") this.connected(socket);
      if (connection === "close") this.closed(socket, codeOf(lastDisconnect?.error));
    });
  }

  private keep(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.options.onDiskFailed(error);
    }
  }

  private async offer(socket: Socket, qr: string): Promise<void> {
    const { number } = this.options.settings;
    if (number === "") this.show(pairingState({ qr }));
    else if (!this.state.pairing?.code) this.show(pairingState({ code: shownCode(await socket.requestPairingCode(number)) }));
    this.firstTryOver();
  }

  private connected(socket: Socket): void {
    this.failures = 0;
    this.socket = socket;
    this.show({ connected: true, problem: null, pairing: null, quota: null, lock: null, link: "connected" });
    this.firstTryOver();
    void this.askLimits();
  }

  private closed(socket: Socket, code: number): void {
    if (this.opened !== socket) return;
    this.socket = null;
    this.options.onClosed();
    if (this.isOver) return;
    const end = endOf(code);
    if (end.again === null) {
      if (end.forget) this.keep(() => this.options.session.end());
      this.rest(end.link, end.problem);
    } else if (!this.options.session.isLinked && code === 408 && ++this.rounds >= ROUNDS)
      this.rest("pairing", "Nobody has linked a phone, so no new code is shown. Start the worker again when the phone is at hand.");
    else this.openAgain(end.again, code);
  }

  private openAgain(when: "now" | "later", code: number): void {
    const { pause = pauseAfter } = this.options;
    this.failures = when === "now" ? 0 : this.failures + 1;
    const problem = withCode("WhatsApp cannot be reached. It is tried again by itself.", code);
    this.show(this.failures > 1 ? { ...CONNECTING, problem } : CONNECTING);
    // Not at once, even where WhatsApp asks for it: one that always asks must not be asked in a loop.
    this.timer = setTimeout(() => this.open(), when === "now" ? AT_ONCE : pause(this.failures));
    if (this.failures > 0) this.firstTryOver();
  }

  private rest(link: LinkState, problem: string): void {
    this.isOver = true;
    this.show({ connected: false, problem, pairing: null, quota: null, lock: null, link });
    this.firstTryOver();
  }

  private show(state: TransportState): void {
    const isNews = JSON.stringify(state) !== JSON.stringify(this.state);
    this.state = state;
    if (isNews) this.options.onState(state);
  }
}
