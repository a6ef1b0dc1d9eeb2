import { mkdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { type RealServer, startServer } from "../support/real-server";
import { timed } from "./report";

/** A production server on a folder of its own, with somebody signed in. */
export interface Bench {
  authorization: string;
  server: RealServer;
  /** One call over a kept connection, as a browser makes it; the body is read to its end. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
}

export async function openBench(dataDir: string): Promise<Bench> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startServer({ dataDir, build: "production", settings: { ADMIN_PASSWORD: "bench-password" } });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call: Bench["call"] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const sending = request(`${server.url}${path}`, {
        method,
        agent,
        headers: { authorization, ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}), ...headers },
      });
      sending.once("error", reject);
      sending.once("response", (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.once("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
      });
      sending.end(bytes);
    });
  let authorization = "";
  const { text } = await call("POST", "/api/auth/login", { username: "admin", password: "bench-password" });
  authorization = `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
  return { server, call, authorization };
}

/** Runs every job, so many at a time, and gives each one's milliseconds. */
export async function inParallel<T>(jobs: readonly T[], concurrency: number, work: (job: T) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const next = job;
      times.push((await timed(() => work(next))).ms);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return times;
}
