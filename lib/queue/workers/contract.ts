import * as z from "zod";
import { endpoint, fileEndpoint } from "../../api/endpoint";
import { instant } from "../../calendar-date";
import { cleanText } from "../../clean-text";
import { sentTemplate } from "../templates/contract";

/**
 * The calls of a worker PC (docs/design/whatsapp.md 4.2). Every one may be repeated: a worker that heard no answer asks again.
 */

const name = z.string().regex(/^[\w.-]{1,64}$/, "A name of letters, digits, dots, dashes and underscores, at most 64.");
/** Made anew whenever the worker's process starts: two processes of one name are told apart, and the older one is told to stop. */
const boot = z.uuid();
/** One line that people or logs may see. */
const line = (most: number) => z.string().overwrite(cleanText).max(most);
const messageId = z.string().regex(/^3EB0[0-9A-F]{18}$/);

export const transportName = z.enum(["sandbox", "cloud", "baileys"]);
export type TransportName = z.output<typeof transportName>;

/** The number that a worker sends from: `sandbox`, `cloud:PHONE_NUMBER_ID` or `baileys:DIGITS`. */
const account = z.string().regex(/^(sandbox|cloud|baileys)(:\w{1,40})?$/);

/** How a linked phone stands; `refused`, `replaced`, `banned` and `logged_out` end until somebody acts. */
export const linkState = z.enum(["connecting", "pairing", "connected", "logged_out", "replaced", "banned", "refused"]);
export type LinkState = z.output<typeof linkState>;

/** What the transport says of itself; every part is shown to people. */
export const transportState = z.strictObject({
  connected: z.boolean(),
  /** Why it is not, or what is wrong with it, in a sentence; null when nothing is. */
  problem: line(300).nullable().default(null),
  /** To be shown as a QR code, or typed on the phone, while no phone is linked. */
  pairing: z
    .strictObject({ qr: line(1_000).optional(), code: line(20).optional() })
    .nullable()
    .default(null),
  /** New chats that WhatsApp still allows, where it says so. */
  quota: z
    .strictObject({ total: z.number().int(), used: z.number().int(), until: line(40).nullable() })
    .nullable()
    .default(null),
  /** WhatsApp lets this number begin no new conversations until then (ISO 8601). */
  lock: z.strictObject({ until: instant }).nullable().default(null),
  /** Of a phone that is, or shall be, linked. */
  link: linkState.optional(),
});
export type TransportState = z.output<typeof transportState>;

const who = { worker_id: name, boot_id: boot };

/** Times are milliseconds. */
export const register = endpoint({
  method: "POST",
  path: "/worker/register",
  summary: "A worker has started: it says who it is, and hears how it shall work. A boot before this one is over.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    name: line(60).min(1),
    /** What it was built from (`lib/build.ts`). One of another protocol gets no messages. */
    version: line(40),
    branch: line(40).default(""),
    transport: transportName,
    account: account.nullable(),
    /** How many messages it takes at once. */
    capacity: z.number().int().min(1).max(50).default(1),
  }),
  answer: z.object({
    heartbeat_ms: z.number(),
    lease_ms: z.number(),
    cancel_epoch: z.number(),
    /** What the server was built from. Servers of older versions say nothing. */
    build: z.string().optional(),
    /** Why it gets no messages, in a sentence; null where it does. */
    refusal: z.string().nullish(),
  }),
});

const held = z.strictObject({ id: z.uuid(), token: z.number().int() });

export const heartbeat = endpoint({
  method: "POST",
  path: "/worker/heartbeat",
  summary: "A worker lives, and what it holds stays its own. 409 for a boot that another one has replaced.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    account: account.nullable().optional(),
    transport: transportState,
    in_flight: z.array(held).max(200).default([]),
  }),
  answer: z.object({
    /** Sending is stopped: begin nothing. */
    cancelled: z.boolean(),
    cancel_epoch: z.number(),
    extended: z.array(z.string()),
    /** No longer this worker's: drop them unless they were begun. */
    revoked: z.array(z.string()),
  }),
});

/** What goes along with a message: fetched once, and kept by its hash. */
const media = z.object({
  sha256: z.string(),
  /** Below the API. */
  url: z.string(),
  mime: z.string(),
  filename: z.string(),
  /** Bytes. */
  size: z.number(),
});

const workItem = z.object({
  id: z.string(),
  /** The lease's own number: whoever comes with an older one is refused. */
  token: z.number(),
  lease_until: z.string(),
  message_id: messageId,
  /** How often a person has decided that it goes out anew; a new one has a new message id. */
  generation: z.number(),
  /** Digits with the country code. */
  phone: z.string(),
  kind: z.enum(["text", "image", "document"]),
  text: z.string(),
  media: media.nullable(),
  /** For transports that may write to a guest first only by an approved template. */
  template: sentTemplate.nullable(),
});
export type WorkItem = z.output<typeof workItem>;

export const claim = endpoint({
  method: "POST",
  path: "/worker/claim",
  summary: "Lease messages to a worker. Waits for some, up to wait_ms.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    max: z.number().int().min(1).max(50),
    wait_ms: z.number().int().min(0).max(20_000).default(0),
  }),
  answer: z.object({ items: z.array(workItem) }),
});

/** Why a message may not go out now. */
export const holdReason = z.enum([
  "stale",
  "cancelled",
  "opted_out",
  "no_consent",
  "no_template",
  "too_late",
  "duplicate",
  "quiet",
  "paused",
  "pace",
  "limit",
]);
export type HoldReason = z.output<typeof holdReason>;

export const begin = endpoint({
  method: "POST",
  path: "/worker/begin",
  summary:
    "The last gate before a message goes out; nothing is sent without its go. 409 when the lease is another's, 423 when it must not go now.",
  permission: "worker",
  about: "none",
  body: z.strictObject({ ...who, id: z.uuid(), token: z.number().int(), account }),
  answer: z.object({
    go: z.boolean(),
    /** Null with a go. */
    reason: holdReason.nullable(),
    /** The lease stays the worker's, and it may ask again at this time; null: the message is the worker's no more. */
    retry_at: z.string().nullable(),
    detail: z.string(),
  }),
  statusOf: ({ go, reason }) => (go ? 200 : reason === "stale" ? 409 : 423),
});

/**
 * What became of a message: `accepted` by WhatsApp, `not_sent` (proven), or `unknown`. What was not sent says whose fault it
 * was: a limit (`throttle`), the guest's number (`recipient`), the message (`content`), the sender's account, or the line.
 */
export const outcome = z.enum(["accepted", "not_sent", "unknown"]);
export const fault = z.enum(["throttle", "recipient", "content", "account", "network", "opted_out"]);
export type Fault = z.output<typeof fault>;

const sendResult = z.strictObject({
  id: z.uuid(),
  token: z.number().int(),
  message_id: messageId,
  outcome,
  fault: fault.nullable().default(null),
  /** As the provider names it; empty where it says none. */
  code: line(40).default(""),
  /** Without the guest's number, the message or a key. */
  detail: line(500).default(""),
  /** Milliseconds after which it may be tried again, where the provider says so. */
  retry_after: z.number().int().min(0).nullable().default(null),
  /** The provider's own id of the message. */
  provider_id: line(200).nullable().default(null),
  at: instant,
});
export type SendResult = z.output<typeof sendResult>;

export const ack = endpoint({
  method: "POST",
  path: "/worker/ack",
  summary: "What became of messages. That one went out is believed from whoever holds or began it, however old the lease.",
  permission: "worker",
  about: "none",
  body: z.strictObject({ ...who, results: z.array(sendResult).min(1).max(200) }),
  answer: z.object({
    results: z.array(z.object({ id: z.string(), said: z.enum(["applied", "duplicate", "stale", "evidence"]) })),
  }),
});

export const delivery = z.enum(["sent", "delivered", "read", "failed"]);
export type Delivery = z.output<typeof delivery>;

export const receipts = endpoint({
  method: "POST",
  path: "/worker/receipts",
  summary: "What WhatsApp told later: each settles a doubt, and never lowers what is known.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    receipts: z
      .array(z.strictObject({ message_id: messageId, status: delivery, at: instant, code: line(40).default("") }))
      .min(1)
      .max(200),
  }),
  answer: z.object({ applied: z.number() }),
});

export const inbound = endpoint({
  method: "POST",
  path: "/worker/inbound",
  summary: "What guests wrote to a worker's number: the server reads whether somebody says no to messages.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    messages: z
      .array(z.strictObject({ from: z.string().regex(/^\d{5,20}$/), text: line(1_000), at: instant }))
      .min(1)
      .max(200),
  }),
  answer: z.object({ heard: z.number() }),
});

export const recover = endpoint({
  method: "POST",
  path: "/worker/recover",
  summary: "A worker that was cut off reads out its journal, and hears what to do with each message.",
  permission: "worker",
  about: "none",
  body: z.strictObject({
    ...who,
    journal: z
      .array(
        z.strictObject({
          id: z.uuid(),
          token: z.number().int(),
          message_id: messageId,
          /** `prepared`: nothing was handed over. `sending`: it may have been. Others were reported by `ack`. */
          state: z.enum(["prepared", "sending"]),
        }),
      )
      .max(1_000),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        /** `drop`: it is settled, or another's. `resend_same_id`: send it again with the same message id. `hold`: wait for receipts. */
        do: z.enum(["drop", "resend_same_id", "hold"]),
        /** What to send, for `resend_same_id`. */
        item: workItem.nullable(),
      }),
    ),
  }),
});

export const workerMedia = fileEndpoint({
  method: "GET",
  path: "/worker/media/{id}",
  summary: "The file that goes along with a message: a menu, or a voucher's picture.",
  permission: "worker",
  about: "none",
  params: z.strictObject({ id: z.uuid("There is no such message.") }),
  gives: "application/octet-stream",
});
