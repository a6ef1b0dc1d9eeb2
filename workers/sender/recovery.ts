import { recover, type WorkItem } from "../../lib/queue/workers/contract";
import { pauseAfter, sleep, stopwatch } from "../sleep";
import type { OpenMessage } from "./journal";
import { sendAgain } from "./send-message";
import { CallFailed } from "./server-calls";
import type { Lease, WorkerContext } from "./worker-state";

/** Messages in one call. */
const AT_ONCE = 1_000;
/** How long the loop waits until it looks for loose messages again, in milliseconds. */
const QUIET = 30_000;
/** The server waits for receipts: asked too often, it would begin to wait anew each time. Milliseconds. */
const ASK_AGAIN = 3_600_000;

/** Settles with the server what was cut off: by a crash, a sleeping PC, a lost line, or because sending was stopped. */
export class Recovery {
  private readonly notBefore = new Map<string, number>();
  /** Since when each message has been in doubt here. */
  private readonly doubtedSince = new Map<string, number>();
  /** Milliseconds until something is due. */
  private soonest = QUIET;

  constructor(private readonly context: WorkerContext) {}

  async loop(until: AbortSignal): Promise<void> {
    for (let failures = 0; !until.aborted; ) {
      try {
        await this.round();
        failures = 0;
        await this.context.loose.wait(this.soonest, until);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        this.context.hearTrouble(error);
        await sleep(Math.max(pauseAfter(++failures), error.retryAfter), until);
      }
    }
  }

  /** Asks once about everything that is loose, and does what the server says. @throws CallFailed */
  async round(): Promise<void> {
    const loose = this.looseMessages();
    for (let start = 0; start < loose.length; start += AT_ONCE) {
      const batch = loose.slice(start, start + AT_ONCE);
      const since = stopwatch();
      const journal = batch.map(({ id, token, message_id, state }) => ({ id, token, message_id, state }));
      const { items } = await this.context.tools.calls.call(recover, { journal });
      for (const message of batch) {
        const answer = items.find(({ id }) => id === message.id);
        if (answer?.do === "drop") this.drop(message);
        else if (answer?.do === "resend_same_id" && this.mayResend(message, answer.item)) await sendAgain(this.context, answer.item, since);
        // The line may have fallen while the server was asked: then it is asked once more when the number is back.
        else if (answer && !(answer.do === "resend_same_id" && this.context.account() === null))
          this.notBefore.set(message.message_id, performance.now() + ASK_AGAIN);
      }
    }
  }

  private looseMessages(): (Lease & Pick<OpenMessage, "state" | "account">)[] {
    const { context } = this;
    this.soonest = QUIET;
    const open = context.tools.journal.openMessages().filter((message) => !context.isHeld(message.message_id) && this.isDue(message));
    const unwritten = [...context.toGiveBack.values()]
      .filter(({ message_id }) => !context.isHeld(message_id) && !open.some((message) => message.message_id === message_id))
      // What the journal calls `sending` is never given back.
      .filter(({ message_id }) => context.tools.journal.outcomeOf(message_id) !== "unknown")
      .map((lease) => ({ ...lease, state: "prepared" as const, account: null }));
    return [...open, ...unwritten];
  }

  /** What was not handed over goes back at once. What may have been waits for the number that it went out from. */
  private isDue({ message_id, state }: OpenMessage): boolean {
    if (state === "prepared") return true;
    const since = this.doubtedSince.get(message_id) ?? performance.now();
    this.doubtedSince.set(message_id, since);
    const { connectedSince } = this.context;
    if (connectedSince === null) return false;
    const left = Math.max(since, connectedSince) + this.context.tools.transport.settlesWithin - performance.now();
    if (left > 0) this.soonest = Math.min(this.soonest, left + 50);
    return left <= 0 && !this.context.cancelled && performance.now() >= (this.notBefore.get(message_id) ?? 0);
  }

  /** From another number, or where the same id is no protection, it would be a second message. */
  private mayResend(message: OpenMessage | (Lease & { account: string | null }), item: WorkItem | null): item is WorkItem {
    const { context } = this;
    const isSame = item?.message_id === message.message_id && message.account === context.account();
    return isSame && context.tools.transport.idempotentId;
  }

  private drop({ message_id, token }: Lease): void {
    const { journal, clock } = this.context.tools;
    journal.write({ did: "dropped", message_id, token, at: clock.now().toISOString() }, false);
    this.notBefore.delete(message_id);
    if (this.context.toGiveBack.get(message_id)?.token === token) this.context.toGiveBack.delete(message_id);
  }
}
