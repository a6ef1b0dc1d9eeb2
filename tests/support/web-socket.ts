import { createHash } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";

const ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** One WebSocket as its server sees it (RFC 6455): whole binary messages, and the bare line to cut. */
export class WebSocketPeer {
  onMessage: (bytes: Buffer) => void = () => {};
  onClose: () => void = () => {};
  private rest = Buffer.alloc(0);
  private pieces: Buffer[] = [];
  private hasLeft = false;

  constructor(private readonly socket: Socket) {
    socket.on("data", (piece) => this.read(piece));
    socket.on("error", () => {});
    socket.once("end", () => this.hasLeft || socket.destroy()); // a server's sockets stay half open otherwise
    socket.once("close", () => this.onClose());
  }

  send(bytes: Buffer): void {
    this.frame(2, bytes);
  }

  /** The last message with the goodbye behind it, in one piece; the line itself stays as it is, whatever comes. */
  sendLast(bytes: Buffer): void {
    this.hasLeft = true;
    this.socket.cork();
    this.frame(2, bytes);
    this.frame(8, Buffer.from([3, 232]));
    this.socket.uncork();
  }

  /** Ends as the protocol wants it. */
  close(): void {
    this.frame(8, Buffer.from([3, 232]));
    this.socket.end();
  }

  /** The line is cut, without a word. */
  cut(): void {
    this.socket.destroy();
  }

  private frame(opcode: number, bytes: Buffer): void {
    if (this.socket.destroyed) return;
    const { length } = bytes;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
    if (head[1] === 126) head.writeUInt16BE(length, 2);
    if (head[1] === 127) head.writeBigUInt64BE(BigInt(length), 2);
    this.socket.write(Buffer.concat([head, bytes]));
  }

  private read(piece: Buffer): void {
    this.rest = Buffer.concat([this.rest, piece]);
    for (;;) {
      const [first = 0, second = 0] = this.rest;
      const short = second & 0x7f;
      const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
      const start = 2 + extra + 4; // a client always masks
      if (this.rest.length < start) return;
      const length = extra === 2 ? this.rest.readUInt16BE(2) : extra === 8 ? Number(this.rest.readBigUInt64BE(2)) : short;
      if (this.rest.length < start + length) return;
      const mask = this.rest.subarray(start - 4, start);
      const bytes = Buffer.from(this.rest.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
      this.rest = this.rest.subarray(start + length);
      this.take(first, bytes);
    }
  }

  private take(first: number, bytes: Buffer): void {
    const opcode = first & 15;
    if (this.hasLeft) return;
    if (opcode === 8) this.close();
    if (opcode === 9) this.frame(10, bytes);
    if (opcode > 2) return;
    this.pieces.push(bytes);
    if ((first & 0x80) === 0) return;
    const whole = Buffer.concat(this.pieces);
    this.pieces = [];
    this.onMessage(whole);
  }
}

/** Lets a server take WebSockets. */
export function acceptWebSockets(server: Server, onPeer: (peer: WebSocketPeer) => void): void {
  server.on("upgrade", ({ headers }, socket: Socket) => {
    const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${ACCEPT}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    onPeer(new WebSocketPeer(socket));
  });
}
