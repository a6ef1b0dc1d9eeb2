import * as z from "zod";
import { endpoint, fileEndpoint } from "../../api/endpoint";

/** Meta's calls (docs/design/whatsapp.md 1.3): its question whether the address is ours, and what it tells. */

/** Meta sends no longer one. */
export const WEBHOOK_LIMIT = 3 * 1024 * 1024;

export const verifyWebhook = fileEndpoint({
  method: "GET",
  path: "/whatsapp/webhook",
  summary: "Meta asks whether this address is ours; the answer is its own challenge.",
  permission: "public",
  about: "none",
  perMinute: 60,
  gives: "text/plain; charset=utf-8",
});

export const takeWebhook = endpoint({
  method: "POST",
  path: "/whatsapp/webhook",
  summary: "What the Cloud API tells: what became of messages, and what guests wrote. Signed by Meta; anything else is 403.",
  permission: "public",
  about: "none",
  reads: "file",
  limit: WEBHOOK_LIMIT,
  answer: z.object({ ok: z.literal(true) }),
});
