import type { AnswerOf, BodyInputOf, Endpoint } from "../../lib/api/endpoint";
import type { ServerClock } from "./server-clock";

/** Milliseconds that an answer may take, beyond what the server was asked to wait. */
const PATIENCE = 10_000;
/** Bytes of an answer; the longest is that of `recover`. */
const LONGEST_ANSWER = 20 * 1024 * 1024;

/**
 * What stands against a call. `no answer`: try again. `refused`: the token is wrong. `replaced`: a newer worker of this
 * name has started. `unregistered`: the server does not know this worker. `not there`: this server does not know the call. `wrong`: it did not take what was sent.
 */
export type Trouble = "no answer" | "refused" | "replaced" | "unregistered" | "not there" | "wrong";

/** A call without the answer that was asked for; the message is a sentence for people, without any secret. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  constructor(
    readonly trouble: Trouble,
    message: string,
    /** Milliseconds after which the server wants to be asked again. */
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

export interface ServerAddress {
  /** `http://HOST:PORT`, without `/api` and without a slash at its end. */
  server: string;
  token: string;
  name: string;
}

/** The fields that every call has are added here. */
type Said<E extends Endpoint> = Omit<NonNullable<BodyInputOf<E>>, "worker_id" | "boot_id">;

interface CallOptions {
  /** Milliseconds that the server may take of its own before it answers. */
  waits?: number;
  signal?: AbortSignal;
}

/** The calls of one start of a worker. Each may be repeated, each has a time limit, and none follows the server elsewhere. */
export class ServerCalls {
  constructor(
    private readonly address: ServerAddress,
    private readonly boot: string,
    private readonly clock: ServerClock,
  ) {}

  /**
   * One call of the contract.
   * @returns the answer, also where its own fields and not its status say no
   * @throws CallFailed
   */
  async call<E extends Endpoint>(contract: E, said: Said<E>, options: CallOptions = {}): Promise<AnswerOf<E>> {
    const body = JSON.stringify({ worker_id: this.address.name, boot_id: this.boot, ...said });
    const { status, bytes, retryAfter } = await this.request(contract.path, contract.method, body, LONGEST_ANSWER, options);
    const answer = jsonOf(bytes);
    const parsed = contract.answer.safeParse(answer);
    if (parsed.success && status === (contract.statusOf?.(parsed.data) ?? contract.status ?? 200)) return parsed.data as AnswerOf<E>;
    throw failureOf(status, answer, retryAfter);
  }

  /**
   * The bytes of a file of the server.
   * @param url below the API, as the server named it
   * @throws CallFailed; `wrong` when it is longer than said
   */
  async file(url: string, size: number, signal?: AbortSignal): Promise<Buffer> {
    if (!/^\/(?!\/)[\w./?=&%~-]*$/.test(url) || url.includes(".."))
      throw new CallFailed("wrong", "The server named a file outside of itself.");
    const { status, bytes, retryAfter } = await this.request(url, "GET", undefined, size, { signal, waits: 60_000 });
    if (status === 200) return bytes;
    throw failureOf(status, jsonOf(bytes), retryAfter);
  }

  /** The version of the server, or null where it does not say it. */
  async version(): Promise<string | null> {
    const { bytes } = await this.request("/health", "GET", undefined, LONGEST_ANSWER, {});
    const answer = jsonOf(bytes);
    return typeof answer.version === "string" ? answer.version : null;
  }

  private async request(path: string, method: string, body: string | undefined, limit: number, { waits = 0, signal }: CallOptions) {
    const stop = new AbortController();
    const end = () => stop.abort();
    const timer = setTimeout(end, PATIENCE + waits);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    const started = performance.now();
    try {
      const response = await fetch(`${this.address.server}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.address.token}`,
          "x-worker": this.address.name,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body,
        redirect: "manual", // the token is for the address that was given, and for no other
        signal: stop.signal,
      });
      // A long poll says nothing of how long its answer was on the way.
      this.clock.hear(response.headers.get("date"), waits > 0 ? 0 : performance.now() - started);
      return {
        status: response.status,
        bytes: await bytesOf(response, limit),
        retryAfter: Number(response.headers.get("retry-after") ?? 0) * 1000 || 0,
      };
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      throw new CallFailed("no answer", `The server does not answer at ${this.address.server}.`);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }
}

async function bytesOf(response: Response, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return Buffer.concat(pieces);
    length += value.length;
    pieces.push(value);
    if (length <= limit) continue;
    await reader?.cancel();
    throw new CallFailed("wrong", "The server's answer is longer than it may be.");
  }
}

function jsonOf(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function failureOf(status: number, answer: Record<string, unknown>, retryAfter: number): CallFailed {
  const sentence = typeof answer.detail === "string" ? answer.detail : `The server answered with ${status}.`;
  if (status === 401 || status === 403)
    return new CallFailed(
      "refused",
      "The server refuses this token: it was taken back, or is another worker's. Somebody makes a new one in Whatsapp Live Queue, Workers, Tokens; start the worker with it once: --token-file.",
    );
  if (status === 409) return new CallFailed(answer.replaced === true ? "replaced" : "unregistered", sentence);
  if (status === 404 || status === 405)
    return new CallFailed("not there", "There is no Daftar server with workers at this address, or it is an older version.");
  if (status >= 300 && status < 400)
    return new CallFailed(
      "not there",
      "This address leads on to another one. Give the address that it leads to; the token is sent nowhere else.",
    );
  if (status === 408 || status === 429 || status >= 500) return new CallFailed("no answer", sentence, retryAfter);
  return new CallFailed("wrong", sentence);
}
