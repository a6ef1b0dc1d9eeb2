import { isApiError } from "@/lib/api/api-error";
import type { AssistRole } from "@/lib/assist/contract";
import { CLOSE, type EndReason, type FromClient, type OnTheLine, type Uncounted } from "@/lib/assist/signals";
import { socketAddress } from "./queries";

/** How long it waits before each try to come back, in milliseconds (LiveKit's); the last one again and again. */
const DELAYS = [0, 300, 1_200, 2_700, 4_800, 7_000];
/** Whoever could not come back for so long is not expected any more, in milliseconds. */
const GIVES_UP = 75_000;
const PING = 5_000;
/** A socket that has been silent for so long is none, in milliseconds. */
const SILENT = 12_000;
const MOST_WAITING = 100;
/** How long something that is missing is waited for, in milliseconds. */
const GAP = 1_500;

/**
 * How it ended; `forgotten` where the server knows nothing of it: it remembers an end for as long as somebody tries to come
 * back, so as a rule it was started anew.
 */
export type Ending = EndReason | "forgotten";

/** Closings after which it would be no use to come back. */
const OVER: Partial<Record<number, Ending>> = {
  [CLOSE.forbidden]: "revoked",
  [CLOSE.replaced]: "replaced",
  [CLOSE.ended]: "network",
  [CLOSE.noSession]: "forgotten",
};

export type Said = Uncounted<FromClient>;

interface Hears {
  onMessage: (message: OnTheLine) => void;
  /** `again`: the page was cut off, and has been told what it missed. */
  onOnline: (again: boolean) => void;
  onOffline: () => void;
  /** It is over, without the server's own word for it. */
  onGone: (reason: Ending) => void;
}

/** The socket of a session: it comes back by itself, and nothing is heard twice. The picture does not hang on it. */
export class AssistLine {
  private socket: WebSocket | null = null;
  private seq = 0;
  private heard = 0;
  /** What came before something that is still missing. */
  private readonly ahead = new Map<number, OnTheLine>();
  private gap = 0;
  private token: string | null = null;
  private waiting: Said[] = [];
  private tries = 0;
  private lostAt = 0;
  private heardAt = 0;
  private isClosed = false;
  private readonly abort = new AbortController();
  private timer = 0;
  private pinger = 0;

  constructor(
    private readonly id: string,
    private readonly role: AssistRole,
    private readonly hears: Hears,
  ) {
    this.lostAt = performance.now();
    void this.open();
    this.pinger = window.setInterval(() => this.ping(), PING);
    window.addEventListener("online", this.atOnce);
  }

  /** Says it now or, while the socket is away, when it is back; what counts for the moment alone is left out then. */
  send(message: Said): void {
    if (this.isOpen()) this.write(message);
    else this.keep(message);
  }

  private keep(message: Said): void {
    if (message.type === "pointer" || message.type === "stats" || this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(message);
  }

  /** For good. */
  close(): void {
    this.isClosed = true;
    this.abort.abort();
    window.clearTimeout(this.timer);
    window.clearTimeout(this.gap);
    window.clearInterval(this.pinger);
    window.removeEventListener("online", this.atOnce);
    this.socket?.close(1000);
  }

  private isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN && this.token !== null;
  }

  private write(message: Said): void {
    this.seq++;
    this.socket?.send(JSON.stringify({ v: 1, seq: this.seq, ...message }));
  }

  private async open(): Promise<void> {
    try {
      const address = await socketAddress(this.id, this.role, AbortSignal.any([this.abort.signal, AbortSignal.timeout(8_000)]));
      if (!this.isClosed) this.attach(new WebSocket(address));
    } catch (error) {
      if (this.isClosed) return;
      const status = isApiError(error) ? error.status : 0;
      if (status === 401 || status === 403) this.gone("revoked");
      else if (status === 404) this.gone("forgotten");
      else this.again();
    }
  }

  private attach(socket: WebSocket): void {
    this.socket = socket;
    const cut = window.setTimeout(() => socket.close(), 8_000);
    socket.onmessage = ({ data }) => {
      this.heardAt = performance.now();
      this.read(JSON.parse(String(data)) as OnTheLine);
    };
    socket.onopen = () => window.clearTimeout(cut);
    socket.onclose = ({ code }) => {
      window.clearTimeout(cut);
      if (this.socket === socket) this.lost(code);
    };
  }

  private read(message: OnTheLine): void {
    if (message.type === "pong") return;
    if (message.type === "welcome") this.welcomed(message);
    else if (message.seq === 0) this.hears.onMessage(message);
    else if (message.seq > this.heard) this.inOrder(message);
  }

  /** Messages that were missed arrive after newer ones, and are put before them. */
  private inOrder(message: OnTheLine): void {
    this.ahead.set(message.seq, message);
    for (let next = this.ahead.get(this.heard + 1); next; next = this.ahead.get(this.heard + 1)) {
      this.heard++;
      this.ahead.delete(this.heard);
      this.hears.onMessage(next);
    }
    window.clearTimeout(this.gap);
    if (this.ahead.size > 0) this.gap = window.setTimeout(() => this.passGap(), GAP);
  }

  /** The server keeps the last messages only: what was missed before those does not come any more. */
  private passGap(): void {
    const [first] = [...this.ahead.values()].sort((one, other) => one.seq - other.seq);
    if (!first) return;
    this.heard = first.seq - 1;
    this.inOrder(first);
  }

  private welcomed(message: Extract<OnTheLine, { type: "welcome" }>): void {
    const isAgain = this.token === message.resume;
    this.token = message.resume;
    this.tries = 0;
    if (isAgain) this.write({ type: "resume", token: message.resume, last: this.heard });
    else this.heard = message.seq;
    this.hears.onMessage(message);
    for (const one of this.waiting.splice(0)) this.write(one);
    this.hears.onOnline(isAgain);
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.isClosed) return;
    const over = this.tries > 2 && code === CLOSE.unauthenticated ? "revoked" : OVER[code];
    if (over) {
      // The end of the session was the last message: what is still missing will not come.
      while (this.ahead.size > 0) this.passGap();
      this.gone(over);
      return;
    }
    if (this.tries === 0) {
      this.lostAt = performance.now();
      this.hears.onOffline();
    }
    this.again();
  }

  private again(): void {
    if (performance.now() - this.lostAt > GIVES_UP) {
      this.gone("network");
      return;
    }
    const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)] ?? 0;
    this.tries++;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.open(), delay + (this.tries > 3 ? Math.random() * 1_000 : 0));
  }

  /** The network is back: nobody waits for the next try. */
  private readonly atOnce = () => {
    if (this.isClosed || this.socket) return;
    window.clearTimeout(this.timer);
    void this.open();
  };

  private ping(): void {
    if (!this.isOpen()) return;
    if (performance.now() - this.heardAt <= SILENT) {
      this.write({ type: "ping", t: Math.round(performance.now()) });
      return;
    }
    const silent = this.socket;
    this.socket = null;
    silent?.close();
    this.lost(CLOSE.silent);
  }

  private gone(reason: Ending): void {
    this.close();
    this.hears.onGone(reason);
  }
}
