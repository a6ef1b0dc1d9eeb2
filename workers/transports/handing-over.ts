import type { SendOutcome } from "./transport";

/** The messages that a transport is handing over: each ends with an outcome, and a stop waits for all of them. */
export class HandingOver {
  private readonly underWay = new Set<Promise<SendOutcome>>();
  private isStopping = false;

  /** @param handOver is not begun any more once the worker stops @returns never rejects */
  async send(handOver: () => Promise<SendOutcome>): Promise<SendOutcome> {
    if (this.isStopping)
      return {
        outcome: "not_sent",
        fault: "network",
        code: "stopped",
        detail: "This worker was being stopped. Nothing was sent.",
        retry_after: null,
      };
    const sending = handOver().catch(
      // A fault of our own, which nobody has thought of: nothing is proven by it.
      (): SendOutcome => ({
        outcome: "unknown",
        code: "fault",
        detail: "This worker has a fault, and does not know whether the message goes out.",
      }),
    );
    this.underWay.add(sending);
    try {
      return await sending;
    } finally {
      this.underWay.delete(sending);
    }
  }

  /** Waits for messages that are being handed over: to cut them would leave their guests in doubt. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.allSettled(this.underWay);
  }
}
