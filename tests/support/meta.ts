import { createHmac } from "node:crypto";
import { callbackOf } from "../../lib/queue/cloud/answers";
import { takeWebhook } from "../../lib/queue/cloud/contract";
import type { WorkItem } from "../../lib/queue/workers/contract";
import { call } from "./house";

/** The secret of the app, as Meta shows it: the house needs it as `WHATSAPP_APP_SECRET`. */
export const META_SECRET = "the secret of the app, as Meta shows it";

/** The signature of a body, as Meta's header has it. */
export const signedByMeta = (raw: string) => `sha256=${createHmac("sha256", META_SECRET).update(raw).digest("hex")}`;

/** What Meta tells of the official number's messages, signed by it unless the test signs it otherwise. */
export function tellByMeta(value: unknown, signature?: string) {
  const raw = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ field: "messages", value }] }] });
  const signed = signature ?? signedByMeta(raw);
  return call("nobody", takeWebhook, { raw, headers: { "content-type": "application/json", "x-hub-signature-256": signed } });
}

/** One word about a message. @param code why it failed */
export const statusByMeta = (
  { id, generation, token }: Pick<WorkItem, "id" | "generation" | "token">,
  word: string,
  code?: number,
  wamid = "wamid.1",
) => ({
  id: wamid,
  status: word,
  timestamp: "1763640000",
  recipient_id: "9613111111",
  biz_opaque_callback_data: callbackOf({ item: id, generation, token }),
  ...(code ? { errors: [{ code, title: "t" }] } : {}),
});
