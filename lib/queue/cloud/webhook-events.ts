import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Delivery } from "../workers/contract";
import { type Callback, readCallback } from "./answers";

/** What happened to a message of ours. */
export interface StatusEvent {
  kind: "status";
  /** The number that it was sent from; empty where Meta leaves it out. */
  phone_number_id: string;
  provider_id: string;
  status: Delivery;
  /** ISO 8601; null when the time cannot be read. */
  at: string | null;
  /** Null for a message that another program sent. */
  callback: Callback | null;
  /** Why it failed; null where no code is said. */
  code: number | null;
}

/** A guest wrote, or pressed a button: from now on free text may be sent for 24 hours. */
export interface InboundEvent {
  kind: "inbound";
  phone_number_id: string;
  provider_id: string;
  /** Digits with the country code. */
  from: string;
  at: string | null;
  /** What was typed, or stands on the button; empty for a picture, a voice message and the like. */
  text: string;
  /** What the button stands for; null for anything that was not pressed. */
  payload: string | null;
  /** The message of ours that is answered, where it is said. */
  answers: string | null;
}

export interface WebhookRead {
  events: (StatusEvent | InboundEvent)[];
  /** How many parts were not understood; they are left out. */
  unread: number;
}

/** Strange parts must cost themselves alone: a webhook that is refused comes again for days, with all that it holds. */
const list = z.array(z.unknown()).catch([]);
const id = z.string().min(1).max(200);
const words = z.string().max(10_000);

const change = z.object({
  field: z.string(),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string().max(40).catch("") }).catch({ phone_number_id: "" }),
    statuses: list,
    messages: list,
  }),
});

const DELIVERIES: Record<string, Delivery> = { sent: "sent", delivered: "delivered", read: "read", played: "read", failed: "failed" };

const status = z.object({
  id,
  status: z.string().refine((word) => Object.hasOwn(DELIVERIES, word)),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: z.string().max(512).optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.number().int().min(0).max(999_999_999) }))
    .optional()
    .catch(undefined),
});

const reply = z.object({ id: words.optional().catch(undefined), title: words.catch("") });
const inbound = z.object({
  id,
  from: z.string().regex(/^\+?\d{5,20}$/),
  timestamp: z.unknown().optional(),
  type: z.string(),
  text: z.object({ body: words }).optional().catch(undefined),
  button: z
    .object({ payload: words.optional().catch(undefined), text: words.catch("") })
    .optional()
    .catch(undefined),
  interactive: z
    .object({ button_reply: reply.optional().catch(undefined), list_reply: reply.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  context: z
    .object({ id: id.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * The events of a webhook, in the order in which they stand there. Check the signature first.
 * @param raw the body as it came
 * @returns never throws, whatever the body is
 */
export function readWebhook(raw: Uint8Array): WebhookRead {
  const read: WebhookRead = { events: [], unread: 0 };
  for (const part of changesOf(raw, read)) {
    const found = change.safeParse(part);
    if (!found.success) {
      read.unread++;
      continue;
    }
    const { field, value } = found.data;
    if (field !== "messages") continue; // news of templates and the account: nobody asked for them here
    for (const one of value.statuses) add(read, statusEvent(one, value.metadata.phone_number_id));
    for (const one of value.messages) add(read, inboundEvent(one, value.metadata.phone_number_id));
  }
  return read;
}

function changesOf(raw: Uint8Array, read: WebhookRead): unknown[] {
  const whole = z.object({ entry: z.array(z.unknown()) }).safeParse(jsonOf(raw));
  if (!whole.success) {
    read.unread++;
    return [];
  }
  return whole.data.entry.flatMap((entry) => {
    const found = z.object({ changes: z.array(z.unknown()) }).safeParse(entry);
    if (!found.success) read.unread++;
    return found.success ? found.data.changes : [];
  });
}

function jsonOf(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch {
    return undefined;
  }
}

function add(read: WebhookRead, event: StatusEvent | InboundEvent | null): void {
  if (event) read.events.push(event);
  else read.unread++;
}

function statusEvent(part: unknown, phoneNumberId: string): StatusEvent | null {
  const { success, data } = status.safeParse(part);
  const delivery = success ? DELIVERIES[data.status] : undefined;
  if (!success || !delivery) return null;
  return {
    kind: "status",
    phone_number_id: phoneNumberId,
    provider_id: data.id,
    status: delivery,
    at: instantOf(data.timestamp),
    callback: readCallback(data.biz_opaque_callback_data ?? ""),
    code: data.errors?.[0]?.code ?? null,
  };
}

function inboundEvent(part: unknown, phoneNumberId: string): InboundEvent | null {
  const { success, data } = inbound.safeParse(part);
  if (!success) return null;
  const pressed = data.interactive?.button_reply ?? data.interactive?.list_reply;
  return {
    kind: "inbound",
    phone_number_id: phoneNumberId,
    provider_id: data.id,
    from: data.from.replace("+", ""),
    at: instantOf(data.timestamp),
    text: data.text?.body ?? data.button?.text ?? pressed?.title ?? "",
    payload: data.button?.payload ?? pressed?.id ?? null,
    answers: data.context?.id ?? null,
  };
}

/** Meta sends seconds since 1970, as a text. */
function instantOf(timestamp: unknown): string | null {
  if (typeof timestamp !== "string" && typeof timestamp !== "number") return null;
  if (!/^\d{9,11}$/.test(String(timestamp))) return null;
  return new Date(Number(timestamp) * 1_000).toISOString();
}

/**
 * Whether a webhook comes from Meta: its signature, over the bytes as they came, is made with the app's secret.
 * @param header X-Hub-Signature-256
 */
export function isSignedByMeta(raw: Uint8Array, header: string | null | undefined, appSecret: string): boolean {
  if (appSecret === "") return false; // anybody can sign with an empty secret
  const [, hex] = /^sha256=([\da-f]{64})$/i.exec(header ?? "") ?? [];
  if (!hex) return false;
  return timingSafeEqual(Buffer.from(hex, "hex"), createHmac("sha256", appSecret).update(raw).digest());
}

/** What Meta's question whether this address is ours is answered with; null is 403. */
export function challengeOf(query: URLSearchParams, verifyToken: string): string | null {
  if (verifyToken === "" || query.get("hub.mode") !== "subscribe") return null;
  const [given, right] = [query.get("hub.verify_token") ?? "", verifyToken].map((text) => createHmac("sha256", "").update(text).digest());
  return given && right && timingSafeEqual(given, right) ? query.get("hub.challenge") : null;
}
