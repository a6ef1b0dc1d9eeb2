import { request as requestPlainly } from "node:http";
import { request as requestSecurely } from "node:https";
import type { CloudAnswer, CloudCut } from "../../../lib/queue/cloud/answers";

export interface Call {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent one after the other; their lengths together are the Content-Length. */
  body?: Uint8Array[];
  /** Milliseconds for all of it, the connection included. */
  limit: number;
  /** Called when all of it has left this process, and no answer has come yet. */
  onWritten?: () => void;
  /** Ends the call; only for calls that may be cut without harm. */
  signal?: AbortSignal;
}

export type Reply = { answer: CloudAnswer; cut?: undefined } | { answer?: undefined; cut: CloudCut };

/** No answer of the Graph API is longer; what is, is somebody else's. */
const LONGEST_ANSWER = 1024 * 1024;

/**
 * One call over a connection of its own, which no redirect is followed from. The request is written only when the connection
 * stands, with TLS agreed on: whatever fails before has written nothing, and that is how a message is known not to be sent.
 * A connection that is used again would take that knowledge away, because the other side may close it at any moment.
 * @returns never rejects; a cut says whether anything was written
 */
export function callOnce({ url, method, headers, body = [], limit, onWritten, signal }: Call): Promise<Reply> {
  return new Promise((resolve) => {
    const secure = url.startsWith("https:");
    let written = false;
    const length = body.reduce((sum, piece) => sum + piece.byteLength, 0);
    const request = (secure ? requestSecurely : requestPlainly)(url, {
      method,
      agent: false,
      headers: { ...headers, ...(method === "POST" ? { "Content-Length": String(length) } : {}) },
    });
    const settle = (reply: Reply) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve(reply);
      request.destroy();
    };
    const cut = (code: string) => settle({ cut: { written, code } });
    const abort = () => cut("ABORTED");
    const timer = setTimeout(() => cut("ETIMEDOUT"), limit);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    request.once("socket", (socket) =>
      socket.once(secure ? "secureConnect" : "connect", () => {
        if (request.destroyed) return; // the limit was over in the same moment
        written = true;
        for (const piece of body) request.write(piece);
        request.end();
      }),
    );
    if (onWritten) request.once("finish", onWritten);
    request.on("error", (error: NodeJS.ErrnoException) => cut(error.code ?? "ERROR"));
    // An answer that breaks off has no end: half of it may lack what matters.
    request.once("close", () => cut("CLOSED"));
    request.once("response", (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on("data", (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > LONGEST_ANSWER) return cut("TOO_LONG");
        pieces.push(piece);
      });
      response.once("end", () => {
        const status = response.statusCode ?? 0;
        settle({ answer: { status, body: Buffer.concat(pieces).toString("utf8"), retryAfter: response.headers["retry-after"] } });
      });
    });
  });
}
