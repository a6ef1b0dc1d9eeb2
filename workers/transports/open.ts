import type { TransportName } from "../../lib/queue/workers/contract";
import { SandboxTransport } from "./sandbox";
import type { Transport, TransportEvents } from "./transport";

/** What a transport may need of the worker that uses it. */
export interface TransportPlace {
  /** The worker's folder; a transport keeps what it must in one of its own in there. */
  folder: string;
  events: TransportEvents;
}

/**
 * The transport of a name.
 * @throws Error in a sentence when this worker has none of that name
 */
export function openTransport(name: TransportName, { folder, events }: TransportPlace): Transport {
  if (name === "sandbox") return new SandboxTransport(folder, events);
  throw new Error(`This worker cannot send by ${name}. It can write what would be sent into a folder: --transport sandbox.`);
}
