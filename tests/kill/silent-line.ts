import { createServer, connect as dial, type Server, type Socket } from "node:net";

/** A way to the server that can fall silent: both ends hold their connections, and nothing passes any more. */
export class SilentLine {
  url = "";
  private isSilent = false;
  private readonly ends = new Set<Socket>();
  private readonly server: Server;

  private constructor(target: () => string) {
    this.server = createServer((near) => {
      const { hostname, port } = new URL(target());
      const far = dial(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.ends.add(from);
        from.on("error", () => {});
        from.once("close", () => {
          this.ends.delete(from);
          to.destroy();
        });
        from.pipe(to);
        if (this.isSilent) from.pause();
      }
    });
  }

  /** @param target where the server is */
  static async start(target: () => string): Promise<SilentLine> {
    const line = new SilentLine(target);
    await new Promise<void>((resolve) => line.server.listen(0, "127.0.0.1", resolve));
    const address = line.server.address();
    line.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    return line;
  }

  fallSilent(): void {
    this.isSilent = true;
    for (const end of this.ends) end.pause();
  }

  speak(): void {
    this.isSilent = false;
    for (const end of this.ends) end.resume();
  }

  async stop(): Promise<void> {
    for (const end of this.ends) end.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
