import { type BinaryNode, Curve, type proto } from "baileys";
import type { WebSocketPeer } from "./web-socket";
import { NoiseServer } from "./whatsapp-web-noise";
import type { LinkedDevice } from "./whatsapp-web-phones";

const IDENTITY = Curve.generateKeyPair();

/** One connection of a linked computer. */
export class Line {
  /** Null until it is linked. */
  device: LinkedDevice | null = null;
  registration: proto.ClientPayload | null = null;
  isOpen = true;
  private readonly noise = new NoiseServer(IDENTITY);
  private greeted = false;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly peer: WebSocketPeer,
    private readonly onRegistered: (line: Line, payload: proto.ClientPayload) => void,
    private readonly onNode: (line: Line, node: BinaryNode) => Promise<void>,
  ) {
    peer.onMessage = (bytes) => {
      const frames = this.noise.frames(bytes);
      for (const frame of frames) this.working = this.working.then(() => this.take(frame)).catch(() => this.cut());
    };
    peer.onClose = () => {
      this.isOpen = false;
    };
  }

  send(...nodes: BinaryNode[]): void {
    for (const node of nodes) if (this.isOpen) this.peer.send(this.noise.encrypted(node));
  }

  /** Says this and goodbye in one breath, and never hangs up. */
  sendLast(node: BinaryNode): void {
    this.peer.sendLast(this.noise.encrypted(node));
  }

  close(): void {
    this.isOpen = false;
    this.peer.close();
  }

  /** Without a word, as when a router dies. */
  cut(): void {
    this.isOpen = false;
    this.peer.cut();
  }

  private async take(frame: Buffer): Promise<void> {
    if (this.noise.isReady) return this.onNode(this, await this.noise.node(frame));
    if (!this.greeted) {
      this.greeted = true;
      return this.peer.send(this.noise.framed(this.noise.hello(frame)));
    }
    this.onRegistered(this, this.noise.finish(frame));
  }
}
