import type { Fault, TransportName, TransportState, WorkItem } from "../../lib/queue/workers/contract";
import type { Receipt } from "../journal-lines";

/** A message as a transport sends it: the work item with its media as a file of this PC. */
export interface OutgoingMessage extends Omit<WorkItem, "media" | "token" | "lease_until"> {
  /** The lease's number, told to providers that echo it in their status messages. */
  token: number;
  media: { file: string; sha256: string; mime: string; filename: string; size: number } | null;
}

/**
 * What became of a message: three outcomes and never two. `not_sent` is proven: nothing reached the provider, or it refused.
 * Whatever is not proven either way is `unknown`, and is not sent again but by the rules of docs/design/whatsapp.md 4.
 */
export type SendOutcome =
  | { outcome: "accepted"; provider_id: string | null }
  | { outcome: "not_sent"; fault: Fault; code: string; detail: string; retry_after: number | null }
  | { outcome: "unknown"; code: string; detail: string };

/** The code of an unknown outcome: the connection closed before the provider answered. It says nothing about the guest's phone. */
export const LINE_CLOSED = "CLOSED";

/** What a guest wrote. */
export interface InboundMessage {
  /** Digits with the country code. */
  from: string;
  text: string;
  /** ISO 8601. */
  at: string;
  provider_id: string;
}

export interface TransportEvents {
  /** Whenever the connection, the pairing or the quota changes. */
  onState: (state: TransportState) => void;
  onReceipt: (receipt: Receipt) => void;
  /** A guest wrote to this number: words such as STOP are read by the server. */
  onInbound: (message: InboundMessage) => void;
  /** The keys of a linked phone could not be kept: the disk is full or damaged. */
  onDiskFailed: (error: unknown) => void;
}

/** One way to WhatsApp. It holds no queue and repeats nothing by itself: the worker's journal and the server decide that. */
export interface Transport {
  readonly name: TransportName;
  /** Whether the same message id sent twice is one message to the guest (docs/design/whatsapp.md 0.3). */
  readonly idempotentId: boolean;
  /** Milliseconds after connecting within which it tells what it still has to tell of earlier messages. */
  readonly settlesWithin: number;
  /** Connects, and goes on reconnecting until it is stopped or somebody must act. Settles when the first try is over. */
  start(): Promise<void>;
  /** The number it sends from, `cloud:PHONE_NUMBER_ID` and the like; null while it has none. */
  account(): string | null;
  state(): TransportState;
  /**
   * Uploads what goes along with a message, before it may be sent: an upload may take longer than a go holds. What fails here is
   * tried again by `send`. Transports that upload nothing have none.
   */
  prepare?(message: OutgoingMessage): Promise<void>;
  /**
   * Hands one message over, and waits at most 20 seconds for the provider's word.
   * @returns never rejects: a failure that says nothing about the message is `unknown`
   */
  send(message: OutgoingMessage): Promise<SendOutcome>;
  stop(): Promise<void>;
}
