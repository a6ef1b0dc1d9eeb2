import type { QueueItemModel } from "../db/clients";
import { doubtOf, LEASE } from "./leases/lease-times";
import type { Delivery } from "./workers/contract";

/**
 * The life of a message (docs/design/whatsapp.md 4.4) as pure steps: each takes an item as it is and gives what changes. `at` is the
 * server's time in milliseconds; no other clock is believed.
 */

export type Item = QueueItemModel;
/** What changes of an item; nothing else of it ever does. */
export type Changes = Partial<
  Pick<
    Item,
    | "status"
    | "phase"
    | "account"
    | "generation"
    | "message_id"
    | "lease_token"
    | "lease_worker"
    | "lease_boot"
    | "lease_until"
    | "send_started_at"
    | "run_at"
    | "priority"
    | "prefer_worker"
    | "not_after"
    | "attempts"
    | "last_code"
    | "last_error"
    | "provider_id"
    | "delivery"
    | "ended_at"
  >
>;

/** A message whose turn is farther off than this stays in no worker's hands: another number may be free. Milliseconds. */
export const SOON = 30_000;

export interface Holder {
  worker_id: string;
  boot_id: string;
}

const iso = (at: number) => new Date(at).toISOString();
const FREE = { phase: null, lease_worker: null, lease_boot: null, lease_until: null } as const;

/** Whether a caller holds the item's lease: number and process are those of the last claim. One that has ended has no holder. */
export function holds(item: Item, { boot_id }: Pick<Holder, "boot_id">, token: number): boolean {
  return item.lease_boot === boot_id && item.lease_token === token;
}

export function claimed(item: Item, { worker_id, boot_id }: Holder, at: number, lease = LEASE): Changes {
  return {
    status: "IN_PROGRESS",
    phase: "claimed",
    lease_worker: worker_id,
    lease_boot: boot_id,
    lease_token: item.lease_token + 1,
    lease_until: iso(at + lease),
    last_code: null,
    last_error: null,
  };
}

/** From here on nobody but this account may send it: another number would be a second message to the guest. */
export function begun(item: Item, account: string, at: number, lease = LEASE): Changes {
  return { phase: "sending", account, send_started_at: iso(at), lease_until: iso(at + lease), attempts: item.attempts + 1 };
}

/**
 * Back into the queue, not before a time. The lease's number stays, so that whoever held it is refused; and one that was bound to a
 * number before it was claimed stays bound: it may have gone out from there.
 */
export function released(
  { phase, account }: Pick<Item, "phase" | "account">,
  at: number,
  note: { code: string; error: string | null } | null = null,
): Changes {
  return {
    ...FREE,
    status: "PENDING",
    account: phase === "claimed" ? account : null,
    send_started_at: null,
    run_at: iso(at),
    last_code: note?.code ?? null,
    last_error: note?.error ?? null,
  };
}

export function failed(code: string, error: string, at: number): Changes {
  return { ...FREE, status: "FAILED", last_code: code, last_error: error, ended_at: iso(at) };
}

export function cancelled(at: number): Changes {
  return {
    ...FREE,
    status: "CANCELLED",
    last_code: "CANCELLED",
    last_error: "Somebody cancelled it before it went out.",
    ended_at: iso(at),
  };
}

/** Whether what waited was cancelled after a message was begun. @param emptiedAt when that was last, ISO 8601; empty for never */
export function wasCancelled({ send_started_at }: Pick<Item, "send_started_at">, emptiedAt: string): boolean {
  return send_started_at !== null && send_started_at <= emptiedAt;
}

/** Changes that put a message back into the queue; one that was cancelled while it was being sent is cancelled now (P8). */
export function unlessCancelled(item: Item, changes: Changes, emptiedAt: string, at: number): Changes {
  return changes.status === "PENDING" && wasCancelled(item, emptiedAt) ? cancelled(at) : changes;
}

/** It went out: whoever says so is believed, however old the lease, because that truth may never be lost. */
export function accepted(item: Item, provider_id: string | null, at: number, delivery: Delivery | null = null): Changes {
  return {
    ...FREE,
    status: "SENT",
    provider_id: provider_id ?? item.provider_id,
    delivery: furtherDelivery(item.delivery, delivery),
    last_code: null,
    last_error: null,
    ended_at: item.status === "SENT" ? item.ended_at : iso(at),
  };
}

/** WhatsApp has said that it failed: that it was taken before is no news then; that it was delivered is. */
export function isKnownFailed(item: Item): boolean {
  return item.status === "FAILED" && item.delivery === "failed";
}

/** The guest wrote back: no receipt says more. */
export const REPLIED = "replied";
const RANK = ["sent", "delivered", "read", REPLIED];

/** What is told later never lowers what is known. */
function furtherDelivery(known: string | null, told: Delivery | null): string | null {
  if (told === null || told === "failed") return known;
  return RANK.indexOf(told) > RANK.indexOf(known ?? "") ? told : known;
}

/** Nobody knows whether it arrived: only a receipt, or the sender's own journal, settles it. */
export function doubted(item: Item, at: number, code = "UNKNOWN"): Changes {
  return {
    phase: "reconciling",
    lease_until: iso(at + doubtOf(item.account)),
    last_code: code,
    last_error: `It was handed to WhatsApp, and ${isServerFault(code) ? "WhatsApp's server failed" : "no answer came"}: it may have arrived. Word of it is waited for, up to ${doubtOf(item.account) / 60_000} minutes; then it says here what to do.`,
  };
}

/**
 * Whether a doubt is one because WhatsApp's server answered with a fault of its own, a status from 500 on or a code of the Graph API: then
 * somebody has answered, and not said what becomes of the message.
 */
const isServerFault = (code: string | null) => code !== null && /^\d+$/.test(code) && (Number(code) < 100 || Number(code) >= 500);

export const UNCERTAIN = "UNCERTAIN";

/** What is said of a doubt that was waited out. Only a linked phone shows what it has sent: the official number has none to look at. */
const IN_DOUBT = {
  baileys: "It may have been delivered: nobody answered. Ask the guest, or look at the phone, before sending again.",
  cloud:
    "It may have been delivered: nobody answered, and what an official number sends cannot be looked up. Ask the guest before sending again.",
  unknown: "It may have been delivered: nobody answered. Ask the guest before sending again.",
};

function uncertain({ account, last_code }: Pick<Item, "account" | "last_code">, at: number): Changes {
  const [way] = (account ?? "").split(":");
  const words = IN_DOUBT[way === "baileys" || way === "cloud" ? way : "unknown"];
  return failed(UNCERTAIN, isServerFault(last_code) ? words.replace("nobody answered", "WhatsApp's server failed") : words, at);
}

const WORDS_BY_ACCOUNT = `CASE WHEN account GLOB 'baileys:*' THEN '${IN_DOUBT.baileys}' WHEN account GLOB 'cloud:*' THEN '${IN_DOUBT.cloud}'
  ELSE '${IN_DOUBT.unknown}' END`;

/** The same of many rows at once: what each of them says is an expression of SQL over its `account`. */
export function uncertainRows(at: number) {
  const { status, last_code, ended_at } = failed(UNCERTAIN, "", at);
  return { status, last_code, ended_at, last_error: WORDS_BY_ACCOUNT };
}

/** Whether nobody knows whether it arrived, and nobody waits for word of it any more. */
export function isUncertain({ status, last_code }: Pick<Item, "status" | "last_code">): boolean {
  return status === "FAILED" && last_code === UNCERTAIN;
}

/** Whether it was handed over and nobody has answered: it may have arrived, whether word of it is still waited for or not. */
export const isUnanswered = (item: Pick<Item, "status" | "phase" | "last_code">): boolean =>
  (item.status === "IN_PROGRESS" && item.phase === "reconciling") || isUncertain(item);

/** It goes out once more with its own id and from its own number; what was told of it as ended is over. */
export function reopened({ worker_id, boot_id }: Holder, at: number, lease = LEASE): Changes {
  const mine = { lease_worker: worker_id, lease_boot: boot_id, lease_until: iso(at + lease) };
  return { ...mine, status: "IN_PROGRESS", phase: "sending", last_code: null, last_error: null, ended_at: null };
}

/** What proof that one lease did not hand a message over makes of it, where another lease before may have: that stays in doubt, and so does what went no more in time. */
export function despiteEarlier(item: Item, changes: Changes, at: number): Changes {
  if (changes.status === "PENDING") return { ...changes, account: item.account };
  const doubt = uncertain(item, at);
  return changes.last_code === "TOO_LATE" ? { ...doubt, last_error: `${doubt.last_error} ${NOT_ONCE_MORE}` } : doubt;
}

/** Whoever sent it again must not take it for sent. */
const NOT_ONCE_MORE = "It was to go once more, and did not: its time was over before that.";

/** What an item's lease that ran out means: nothing was begun, a send is in doubt, or a doubt has lasted long enough. */
export function lapsed(item: Item, at: number): Changes {
  if (item.phase === "claimed") return released(item, at);
  return item.phase === "sending" ? doubted(item, at, "WORKER_LOST") : uncertain(item, at);
}
