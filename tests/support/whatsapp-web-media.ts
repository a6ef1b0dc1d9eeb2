import { createServer, type Server } from "node:https";
import { selfSigned } from "./certificate";

/** Where a linked computer uploads pictures and PDFs; what comes is encrypted, and its key goes with the message. */
export class WhatsAppMedia {
  readonly uploads: { path: string; bytes: Buffer }[] = [];
  readonly certificate = selfSigned();
  /** Answers with 500 instead. */
  isBroken = false;
  host = "";
  private readonly server: Server;

  private constructor() {
    this.server = createServer(this.certificate, async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      if (this.isBroken) {
        response.writeHead(500).end("{}");
        return;
      }
      const path = (request.url ?? "").split("?")[0] ?? "";
      this.uploads.push({ path, bytes: Buffer.concat(pieces) });
      response.end(JSON.stringify({ url: `https://${this.host}${path}`, direct_path: path }));
    });
  }

  static async start(): Promise<WhatsAppMedia> {
    const media = new WhatsAppMedia();
    await new Promise<void>((resolve) => media.server.listen(0, "127.0.0.1", resolve));
    const address = media.server.address();
    media.host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    return media;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
