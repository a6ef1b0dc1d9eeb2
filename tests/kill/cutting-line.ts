import { createServer, request, type Server } from "node:http";

/** The way from the workers to the server, on which some answers are lost: the call was heard, and nobody learns what came of it. */
export class CuttingLine {
  answers = 0;
  cuts = 0;
  url = "";
  private readonly server: Server;

  private constructor(
    target: () => string,
    private readonly isCut: () => boolean,
  ) {
    this.server = createServer((asked, answer) => {
      const onward = request(`${target()}${asked.url}`, { method: asked.method, headers: asked.headers });
      asked.pipe(onward);
      onward.once("error", () => answer.destroy());
      answer.once("close", () => onward.destroy());
      onward.once("response", (came) => {
        this.answers++;
        if (this.isCut()) {
          this.cuts++;
          // All of it, or in the middle: what came looks like an answer then.
          if (this.cuts % 2 === 0) return answer.destroy();
          answer.writeHead(came.statusCode ?? 500, came.headers);
          came.once("data", (piece: Buffer) => answer.write(piece.subarray(0, Math.ceil(piece.length / 2)), () => answer.destroy()));
          return came.once("end", () => answer.destroy());
        }
        answer.writeHead(came.statusCode ?? 500, came.headers);
        return came.pipe(answer);
      });
    });
  }

  /**
   * @param target where the server is, asked at each call: it may have been started anew
   * @param isCut asked for each answer
   */
  static async start(target: () => string, isCut: () => boolean): Promise<CuttingLine> {
    const line = new CuttingLine(target, isCut);
    await new Promise<void>((resolve) => line.server.listen(0, "127.0.0.1", resolve));
    const address = line.server.address();
    line.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    return line;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
