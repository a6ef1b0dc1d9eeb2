import type { ClientMessage, IceServer } from "@/lib/assist/signals";
import { Candidates, wordsOf } from "./candidates";
import type { Said } from "./socket";

interface Given {
  ice: IceServer[];
  send: (message: Said) => void;
  onStream: (stream: MediaStream) => void;
  onUp: (up: boolean) => void;
}

/** The viewer's side of the picture's way: it answers, and asks the host to begin anew where it cannot see. */
export class ViewerConnection {
  private connection: RTCPeerConnection | null = null;
  private candidates: Candidates | null = null;
  private gen = 0;
  /** Candidates of a connection whose offer has not come yet. */
  private early: Pick<ClientMessage<"ice">, "gen" | "candidate">[] = [];

  constructor(private readonly given: Given) {}

  get isUp(): boolean {
    return this.connection?.connectionState === "connected";
  }

  /** Only in a stable state; a newer connection takes the place of the one before. */
  async offered({ gen, sdp }: Pick<ClientMessage<"offer">, "gen" | "sdp">): Promise<void> {
    if (gen < this.gen) return;
    if (gen > this.gen || !this.connection) this.begin(gen);
    const { connection } = this;
    if (connection?.signalingState !== "stable") return;
    try {
      await connection.setRemoteDescription({ type: "offer", sdp });
      await this.candidates?.release();
      await connection.setLocalDescription(await connection.createAnswer());
      if (this.connection === connection) this.given.send({ type: "answer", gen, sdp: connection.localDescription?.sdp ?? "" });
    } catch {
      if (this.connection === connection) this.given.send({ type: "renegotiate", reason: "codec" });
    }
  }

  private begin(gen: number): void {
    this.connection?.close();
    this.gen = gen;
    const connection = new RTCPeerConnection({ iceServers: this.given.ice });
    this.connection = connection;
    this.candidates = new Candidates(connection);
    connection.onicecandidate = ({ candidate }) => this.given.send({ type: "ice", gen, candidate: wordsOf(candidate) });
    connection.ontrack = ({ track, streams }) => this.given.onStream(streams[0] ?? new MediaStream([track]));
    connection.onconnectionstatechange = () => this.changed(connection);
    for (const one of this.early.splice(0)) if (one.gen === gen) void this.candidates.add(one.candidate);
  }

  async candidate(one: Pick<ClientMessage<"ice">, "gen" | "candidate">): Promise<void> {
    if (one.gen > this.gen) this.early.push(one);
    else if (one.gen === this.gen) await this.candidates?.add(one.candidate);
  }

  private changed(connection: RTCPeerConnection): void {
    if (connection !== this.connection) return;
    const { connectionState } = connection;
    if (connectionState === "connected") this.tellUp(true);
    if (connectionState === "disconnected" || connectionState === "failed") this.tellUp(false);
    if (connectionState === "failed") this.given.send({ type: "renegotiate", reason: "ice_failed" });
  }

  private tellUp(up: boolean): void {
    this.given.send({ type: "media", gen: this.gen, up });
    this.given.onUp(up);
  }

  close(): void {
    this.connection?.close();
    this.connection = null;
  }
}
