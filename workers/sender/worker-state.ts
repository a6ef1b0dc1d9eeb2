import type { TransportState, WorkItem } from "../../lib/queue/workers/contract";
import { WakeSignal } from "../sleep";
import type { Transport } from "../transports/transport";
import type { Inbox } from "./inbox";
import type { Journal } from "./journal";
import type { WorkerLog } from "./log";
import type { MediaCache } from "./media-cache";
import type { CallFailed, ServerCalls } from "./server-calls";
import type { ServerClock } from "./server-clock";
import type { WorkerSettings } from "./settings";
import type { Status } from "./status-line";

/** What identifies a message under one lease. */
export type Lease = Pick<WorkItem, "id" | "token" | "message_id">;

/** A message that this worker holds. */
export interface HeldMessage {
  lease: Lease;
  /** The server has said go: it is finished whatever happens. */
  begun: boolean;
  /** Given when it must not be begun any more. */
  drop: AbortController;
}

/** Why the worker ends. */
export type Ending = "asked" | "paired" | "replaced" | "journal" | "fault";

interface Tools {
  settings: WorkerSettings;
  boot: string;
  calls: ServerCalls;
  clock: ServerClock;
  journal: Journal;
  inbox: Inbox;
  log: WorkerLog;
  media: MediaCache;
  transport: Transport;
}

/** What the loops of one worker share: its tools, what it holds, and what the server last said. */
export class WorkerContext {
  readonly held = new Set<HeldMessage>();
  /** Held no more and never begun: the server gets them back. */
  readonly toGiveBack = new Map<string, Lease>();
  /** How it shall work; what `register` answers. Milliseconds. */
  rules = { heartbeat_ms: 10_000, lease_ms: 60_000 };
  /** Somebody stopped all sending. */
  cancelled = false;
  epoch = 0;
  /** Why the server cannot be asked, in a sentence; null while it answers. */
  serverProblem: string | null = "Connecting to the server …";
  /** The server's build, if it names one. */
  serverBuild: string | null = null;
  /** Why the server gives this worker no messages, in a sentence. */
  refusal: string | null = null;
  readonly counts = { sent: 0, failed: 0, unsure: 0 };
  /** Since when messages can go out, by the clock of `performance`; null while they cannot. */
  connectedSince: number | null = null;

  /** Rung when a message is done with, or may be claimed again. */
  readonly free = new WakeSignal();
  /** Rung when there is something to report. */
  readonly news = new WakeSignal();
  /** Rung when a guest wrote. */
  readonly heard = new WakeSignal();
  /** Rung when the transport's state is another. */
  readonly changed = new WakeSignal();
  /** Rung when there is something to recover or to give back. */
  readonly loose = new WakeSignal();
  private readonly end = new AbortController();
  endedBy: Ending | null = null;

  constructor(readonly tools: Tools) {}

  /** Given once no message may be begun any more. */
  get ending(): AbortSignal {
    return this.end.signal;
  }

  endBecause(ending: Ending): void {
    this.endedBy ??= ending;
    this.end.abort();
    this.dropUnbegun();
    for (const signal of [this.free, this.news, this.loose, this.heard]) signal.wake();
  }

  hold(lease: Lease, begun: boolean): HeldMessage {
    const held = { lease, begun, drop: new AbortController() };
    this.held.add(held);
    return held;
  }

  release(held: HeldMessage): void {
    this.held.delete(held);
    this.free.wake();
    if (this.toGiveBack.size > 0) this.loose.wake();
  }

  /** Everything that was not begun is let go of. */
  dropUnbegun(): void {
    for (const held of this.held) if (!held.begun) held.drop.abort();
  }

  isHeld(messageId: string): boolean {
    return [...this.held].some(({ lease }) => lease.message_id === messageId);
  }

  /** A message that was not begun is the server's again, at once and not only when its lease has run out; told once nobody holds it. */
  giveBack({ id, token, message_id }: Lease): void {
    this.toGiveBack.set(message_id, { id, token, message_id });
  }

  /** The error of a call, for the status line; a newer process of this worker ends it. */
  hearTrouble({ trouble, message }: CallFailed): void {
    if (trouble === "replaced") this.endBecause("replaced");
    // Until the heartbeat has registered it again.
    else if (trouble !== "unregistered") this.serverProblem = message;
  }

  hearState({ connected }: TransportState): void {
    this.connectedSince = connected ? (this.connectedSince ?? performance.now()) : null;
    for (const signal of [this.free, this.changed, this.loose]) signal.wake();
  }

  /** The number that can be sent from now; null when none can. */
  account(): string | null {
    const { transport } = this.tools;
    return transport.state().connected ? transport.account() : null;
  }

  status(): Status {
    const state = this.tools.transport.state();
    const transportProblem = state.problem ?? (state.connected ? null : "WhatsApp is not connected.");
    const stopped = this.cancelled ? "Somebody has stopped all sending on the server." : null;
    return {
      problem: this.serverProblem ?? this.refusal ?? transportProblem ?? stopped,
      held: this.held.size,
      ...this.counts,
      unreported: this.tools.journal.unreported().length + this.tools.journal.unreportedReceipts().length,
    };
  }
}
