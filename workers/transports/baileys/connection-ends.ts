import type { LinkState, TransportState } from "../../../lib/queue/workers/contract";

type Library = typeof import("baileys");
export type Socket = ReturnType<Library["makeWASocket"]>;

/** What the end of a connection means: try again with the same keys, at once or later, or stop until somebody acts. */
export type End = { again: "now" | "later" } | { again: null; link: LinkState; problem: string; forget: boolean };

const stop = (link: LinkState, problem: string, forget = false): End => ({ again: null, link, problem, forget });

/** By the code that the connection ended with (docs/design/whatsapp.md 1.2). */
export function endOf(code: number): End {
  switch (code) {
    case 515: // after linking, and now and then: WhatsApp wants a new connection
      return { again: "now" };
    case 401:
      return stop("logged_out", "This PC was taken off the phone's linked devices. Start the worker again, and link the phone anew.", true);
    case 403:
    case 419:
      return stop(
        "banned",
        "WhatsApp has banned this number, or locked it for a while. Look at the phone before starting the worker again.",
      );
    case 411:
      return stop("refused", "This phone's WhatsApp cannot be linked. Bring it up to date, then start the worker again.");
    case 440:
      return stop("replaced", "Another program uses the same link to the phone. Stop that one, then start the worker again.");
    default:
      return { again: "later" };
  }
}

/** The code of an end, as Baileys throws it; 428 for one that has none. */
export function codeOf(error: unknown): number {
  const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
  return typeof output?.statusCode === "number" ? output.statusCode : 428;
}

export const CONNECTING: TransportState = {
  connected: false,
  problem: "Connecting to WhatsApp …",
  pairing: null,
  quota: null,
  lock: null,
  link: "connecting",
};

/** While no phone is linked. */
export function pairingState(pairing: NonNullable<TransportState["pairing"]>): TransportState {
  const how = pairing.code ? "Type the code on the phone" : "Scan the code with the phone";
  return {
    connected: false,
    problem: `No phone is linked. ${how}: WhatsApp, Linked devices.`,
    pairing,
    quota: null,
    lock: null,
    link: "pairing",
  };
}

/** `ABCD-EFGH`, as the phone shows what is typed. */
export const shownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;
