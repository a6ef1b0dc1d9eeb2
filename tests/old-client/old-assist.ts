import { once } from "node:events";
import { WebSocket } from "ws";
import type { OldClient } from "./old-client";

/** What stands on the line; this client knows no more of it than that it has a type. */
export interface OldWord {
  type: string;
  [field: string]: unknown;
}

type Side = "host" | "viewer";

/** How long a word is waited for, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * One side of Remote Assist, written from the specification, the API and docs/design/reliability.md 6 alone. A message is said bare, as the first
 * specification has it, or with its head: both are the next of this side.
 */
export class OldAssist {
  readonly heard: OldWord[] = [];
  closed: number | null = null;
  private seq = 0;
  private read = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on("error", () => {});
    socket.on("message", (data) => this.heard.push(JSON.parse(String(data))));
    socket.on("close", (code) => {
      this.closed = code;
    });
  }

  /** @param query what is asked for in the address beside the session and the role */
  static async open(client: OldClient, session: string, role: Side, query: Record<string, string>): Promise<OldAssist> {
    const address = `${client.base.replace(/^http/, "ws")}/assist/ws?${new URLSearchParams({ session, role, ...query })}`;
    const side = new OldAssist(new WebSocket(address, { headers: { origin: new URL(client.base).origin } }));
    await Promise.race(["open", "close"].map((event) => once(side.socket, event)));
    return side;
  }

  /** With the ticket that stands for its headers. */
  static async enter(client: OldClient, session: string, role: Side): Promise<OldAssist> {
    const { body } = await client.post("/assist/ticket", { id: session, role });
    return OldAssist.open(client, session, role, { ticket: body.ticket });
  }

  /** As the first specification writes it. */
  sayBare(word: OldWord): void {
    this.seq++;
    this.socket.send(JSON.stringify(word));
  }

  say(word: OldWord): void {
    this.seq++;
    this.socket.send(JSON.stringify({ v: 1, seq: this.seq, ...word }));
  }

  /** The next word of a type, whatever stands between. */
  async hears(type: string): Promise<OldWord> {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const place = this.heard.findIndex((word, index) => index >= this.read && word.type === type);
      const found = this.heard[place];
      if (found) {
        this.read = place + 1;
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`Never heard ${type}, but ${JSON.stringify(this.heard.slice(this.read))}; closed: ${this.closed}`);
  }

  /** @returns the code with which the server closes the line */
  async end(): Promise<number> {
    if (this.closed === null) await once(this.socket, "close", { signal: AbortSignal.timeout(PATIENCE_MS) });
    return this.closed ?? 0;
  }
}
