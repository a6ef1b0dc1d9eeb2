import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from "node:net";

/** How often the line passes something on, in milliseconds. */
const TICK = 20;

/** A way to a port of this machine by TCP that lets so many bits a second through, in each direction. */
export class NarrowLine {
  /** Null: as many as come. */
  bitsPerSecond: number | null = null;
  /** Bytes that have gone through from the near end. */
  passed = 0;
  private readonly ends = new Set<Socket>();
  private readonly server: Server;

  private constructor(target: number) {
    this.server = createServer((near) => {
      const far = dial(target, "127.0.0.1");
      this.pass(near, far, true);
      this.pass(far, near, false);
    });
  }

  static async to(target: number): Promise<NarrowLine> {
    const line = new NarrowLine(target);
    await new Promise<void>((resolve) => line.server.listen(0, "127.0.0.1", resolve));
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What waits longer than the line takes waits in the sender's own buffers, as behind a slow modem. */
  private pass(from: Socket, to: Socket, counts: boolean): void {
    this.ends.add(from);
    from.setNoDelay(true);
    from.on("error", () => {});
    let credit = 0;
    const timer = setInterval(() => {
      const share = this.bitsPerSecond === null ? Number.POSITIVE_INFINITY : (this.bitsPerSecond / 8) * (TICK / 1_000);
      credit = Math.min(credit + share, share * 5);
      const ready = Math.min(from.readableLength, Math.floor(credit));
      const piece: Buffer | null = ready > 0 ? from.read(ready) : null;
      if (!piece) return;
      credit -= piece.length;
      if (counts) this.passed += piece.length;
      to.write(piece);
    }, TICK);
    from.on("readable", () => {}); // it is read by the clock
    from.once("close", () => {
      clearInterval(timer);
      this.ends.delete(from);
      to.destroy();
    });
  }

  async stop(): Promise<void> {
    for (const end of this.ends) end.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
