import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { claim, type WorkItem } from "@/lib/queue/workers/contract";
import { Inbox } from "@/workers/sender/inbox";
import { Journal } from "@/workers/sender/journal";
import { WorkerLog } from "@/workers/sender/log";
import { registerWorker } from "@/workers/sender/loops";
import { MediaCache } from "@/workers/sender/media-cache";
import { ServerCalls } from "@/workers/sender/server-calls";
import { ServerClock } from "@/workers/sender/server-clock";
import { WorkerContext } from "@/workers/sender/worker-state";
import { LINE_CLOSED, type OutgoingMessage, type SendOutcome, type Transport } from "@/workers/transports/transport";
import { WORKER_TOKEN } from "../support/house";
import { serveHandlers } from "../support/server";
import { emptyFolder } from "./folder";

const ACCEPTED: SendOutcome = { outcome: "accepted", provider_id: null };
export const IN_DOUBT: SendOutcome = { outcome: "unknown", code: "CUT", detail: "The line broke." };
export const LINE_FELL: SendOutcome = { outcome: "unknown", code: LINE_CLOSED, detail: "The line fell." };
export const CUT_BEFORE: SendOutcome = { outcome: "not_sent", fault: "network", code: "CUT", detail: "No line.", retry_after: null };

/** A way to WhatsApp that does what the test says, and remembers what it was given. */
export class Phone implements Transport {
  readonly name = "sandbox";
  idempotentId = true;
  settlesWithin = 0;
  connected = true;
  number = "sandbox";
  readonly sent: OutgoingMessage[] = [];
  /** What becomes of the next messages; the rest is accepted. */
  readonly outcomes: SendOutcome[] = [];
  /** Before a message may begin. */
  preparing: () => void = () => {};
  /** While a message is on its way. */
  sending: () => Promise<void> | void = () => {};

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  account = () => this.number;
  state = () => ({ connected: this.connected, problem: null, pairing: null, quota: null, lock: null });

  async prepare(): Promise<void> {
    this.preparing();
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    this.sent.push(message);
    await this.sending();
    return this.outcomes.shift() ?? ACCEPTED;
  }
}

/** A worker of its own folder, registered with the real handlers; none of its loops runs by itself. */
export class SendingPc {
  /** What happens when the server has answered a call, before the worker hears it. */
  readonly onAnswer = new Map<string, () => void>();
  /** Calls whose answers are lost on the way, by their path. */
  readonly lost = new Set<string>();
  /** Every call that came to the server, by its path. */
  readonly calls: string[] = [];

  private constructor(
    readonly context: WorkerContext,
    readonly phone: Phone,
    readonly folder: string,
  ) {}

  static async start(name = "pc-1", phone = new Phone(), folder = emptyFolder()): Promise<SendingPc> {
    const line = await lineTo(await serveHandlers());
    const context = workerContextFor(phone, { server: line.url, name, folder });
    const pc = new SendingPc(context, phone, folder);
    line.heard = (where) => {
      pc.calls.push(where);
      pc.onAnswer.get(where)?.();
      return !pc.lost.has(where);
    };
    await registerWorker(context);
    context.hearState(phone.state());
    return pc;
  }

  async claim(): Promise<WorkItem> {
    const { items } = await this.context.tools.calls.call(claim, { max: 1, wait_ms: 0 });
    if (!items[0]) throw new Error("nothing to claim");
    return items[0];
  }
}

/** The context of a worker of its own folder that sends by this transport; it has not registered. */
export function workerContextFor(
  transport: Transport,
  { server, name, folder }: { server: string; name: string; folder: string },
): WorkerContext {
  const clock = new ServerClock();
  const boot = crypto.randomUUID();
  const settings = { server, token: WORKER_TOKEN, name, branch: "", transport: transport.name, capacity: 5 };
  const calls = new ServerCalls(settings, boot, clock);
  const journal = new Journal(folder);
  onTestFinished(() => {
    try {
      journal.close();
    } catch {
      // A test has taken its disk away.
    }
  });
  return new WorkerContext({
    settings,
    boot,
    calls,
    clock,
    journal,
    log: new WorkerLog(path.join(folder, "log"), clock),
    inbox: new Inbox(path.join(folder, "inbox")),
    media: new MediaCache(path.join(folder, "media"), calls),
    transport,
  });
}

/** The way to a server, on which the test sees each answer before the caller does, and says whether it comes through. */
async function lineTo(api: string): Promise<{ url: string; heard: (where: string) => boolean }> {
  const line = { url: "", heard: (_where: string) => true };
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const onward = request(`${api}${asked.url?.replace(/^\/api/, "")}`, { method: asked.method, headers: asked.headers });
    asked.pipe(onward);
    answer.once("close", () => onward.destroy());
    onward.once("error", () => answer.destroy());
    onward.once("response", (came) => {
      if (!line.heard(asked.url?.replace(/^\/api/, "") ?? "")) return answer.destroy();
      answer.writeHead(came.statusCode ?? 500, came.headers);
      return came.pipe(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
