import { once } from "node:events";
import { WebSocket } from "ws";
import type { AssistRole } from "../../lib/assist/contract";
import type { OnTheLine } from "../../lib/assist/signals";

export const VIDEO = "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";

/** One side's socket, as a page has it. */
export class AssistPeer {
  readonly heard: OnTheLine[] = [];
  closed: { code: number; reason: string } | null = null;
  private seq = 0;

  constructor(readonly socket: WebSocket) {
    socket.on("error", () => {});
    socket.on("message", (data) => this.heard.push(JSON.parse(String(data)) as OnTheLine));
    socket.on("close", (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
  }

  say(message: object): void {
    this.seq++;
    this.socket.send(JSON.stringify({ v: 1, seq: this.seq, ...message }));
  }

  /** Nothing is read any more and nothing answered, as on a device whose lid was shut. */
  fallAsleep(): void {
    this.socket.pause();
  }

  types(): string[] {
    return this.heard.map(({ type }) => type);
  }

  last<Type extends OnTheLine["type"]>(type: Type): Extract<OnTheLine, { type: Type }> | undefined {
    return this.heard.findLast((one): one is Extract<OnTheLine, { type: Type }> => one.type === type);
  }

  /** Waits for a message of that kind that has not been there before. */
  async hears<Type extends OnTheLine["type"]>(type: Type, since = 0): Promise<Extract<OnTheLine, { type: Type }>> {
    for (let left = 500; left > 0; left--) {
      const found = this.heard.slice(since).find((one): one is Extract<OnTheLine, { type: Type }> => one.type === type);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`Never heard ${type}, but ${this.types().join(", ")}; closed: ${JSON.stringify(this.closed)}`);
  }

  async end(): Promise<{ code: number; reason: string }> {
    if (!this.closed) await once(this.socket, "close");
    return this.closed ?? { code: 0, reason: "" };
  }
}

/** Whoever calls, with their own headers. */
export interface Caller {
  headers: { authorization: string };
}

/** Remote Assist of a server, by its calls and sockets as a page uses them. */
export class AssistServer {
  /** @param base the API's, such as `http://127.0.0.1:8000/api` */
  constructor(private readonly base: string) {}

  async post<Answer>(path: string, { headers }: Caller, body: object = {}): Promise<{ status: number; answer: Answer }> {
    const response = await fetch(`${this.base}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as Answer };
  }

  async ticket(id: string, role: AssistRole, who: Caller): Promise<string> {
    return (await this.post<{ ticket: string }>("/assist/ticket", who, { id, role })).answer.ticket;
  }

  /** A socket as it is asked for; whether it is let in shows later. */
  async raw(query: Record<string, string>, origin: string | undefined = new URL(this.base).origin): Promise<AssistPeer> {
    const address = `${this.base.replace(/^http/, "ws")}/assist/ws?${new URLSearchParams(query)}`;
    const peer = new AssistPeer(new WebSocket(address, { headers: origin ? { origin } : {} }));
    await new Promise<void>((resolve) => {
      for (const event of ["open", "close"]) peer.socket.once(event, () => resolve());
    });
    return peer;
  }

  async connect(id: string, role: AssistRole, who: Caller): Promise<AssistPeer> {
    const peer = await this.raw({ session: id, role, ticket: await this.ticket(id, role, who) });
    await peer.hears("welcome");
    return peer;
  }

  /** A host and a viewer whom it has let in; with `live`, their picture stands. */
  async pair(host: Caller, viewer: Caller, { live = true } = {}): Promise<{ id: string; host: AssistPeer; viewer: AssistPeer }> {
    const { id, code } = (await this.post<{ id: string; code: string }>("/assist/start", host, {})).answer;
    const sharing = await this.connect(id, "host", host);
    await this.post(`/assist/join/${code}`, viewer);
    await sharing.hears("join_request");
    const watching = await this.connect(id, "viewer", viewer);
    sharing.say({ type: "join_decision", accept: true });
    await watching.hears("state");
    if (live) {
      sharing.say({ type: "offer", gen: 1, sdp: VIDEO });
      await watching.hears("offer");
      watching.say({ type: "answer", gen: 1, sdp: VIDEO });
      watching.say({ type: "media", gen: 1, up: true });
      const since = watching.heard.findIndex(({ type }) => type === "offer");
      await watching.hears("state", since);
    }
    return { id, host: sharing, viewer: watching };
  }
}
