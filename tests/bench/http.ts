import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";

/** What a call was answered; `bytes` is all that came over the line for it, the headers included. */
export interface Answered {
  status: number;
  text: string;
  etag: string | undefined;
  bytes: number;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;

/** How long nothing may come before a call counts as failed, in milliseconds; a merge or an import takes its time. */
export const PATIENCE = 60_000;

/**
 * A client of one server over kept connections, as a browser makes them; each body is read to its end.
 * @param headers sent along with every call; asked for at each, because a token comes later
 */
export function clientOf(url: string, headers: () => Record<string, string>, maxSockets = 1_024): { call: Call; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const seen = new WeakMap<object, number>();
  const call: Call = (method, path, body, more = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const sending = request(`${url}${path}`, {
        method,
        agent,
        timeout: PATIENCE,
        headers: { ...headers(), ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}), ...more },
      });
      sending.once("timeout", () => sending.destroy(new Error(`No answer in ${PATIENCE / 1_000} s`)));
      sending.once("error", (error: NodeJS.ErrnoException) => {
        // A kept connection that the server closed meanwhile: asked once more, as every browser does.
        if (method === "GET" && sending.reusedSocket && error.code === "ECONNRESET") call(method, path, body, more).then(resolve, reject);
        else reject(error);
      });
      sending.once("response", (response) => {
        const { socket } = response;
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.once("error", reject);
        response.once("end", () => {
          const came = socket.bytesRead - (seen.get(socket) ?? 0);
          seen.set(socket, socket.bytesRead);
          const whole = Buffer.concat(pieces);
          const text = (response.headers["content-encoding"] === "gzip" ? gunzipSync(whole) : whole).toString();
          resolve({ status: response.statusCode ?? 0, text, etag: response.headers.etag, bytes: came });
        });
      });
      sending.end(bytes);
    });
  return { call, close: () => agent.destroy() };
}
