import { timestamp } from "../../clock";
import { bySystem } from "../../db/actor";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import { log } from "../../log";
import { messageIdOf } from "../duplicates/identity";
import { takeReceipts } from "../outcomes/settle";
import { takeInbound } from "../recipients/inbound";
import { cloudError } from "./errors";
import { challengeOf, type InboundEvent, isSignedByMeta, readWebhook, type StatusEvent } from "./webhook-events";

/** @returns the challenge. @throws AppError `forbidden` for whoever does not know the word that was agreed on with Meta */
export function answerChallenge(query: URLSearchParams): string {
  const challenge = challengeOf(query, env().WHATSAPP_VERIFY_TOKEN ?? "");
  if (challenge === null) throw new AppError("forbidden", "This is not the word that was agreed on.");
  return challenge;
}

/**
 * Takes what the Cloud API tells. It comes twice, late and in any order, and each time what is known only grows.
 * @param raw the body as it came: the signature is over its bytes
 * @throws AppError `forbidden` for what Meta did not sign
 */
export async function takeEvents(raw: Uint8Array, signature: string | null): Promise<void> {
  if (!isSignedByMeta(raw, signature, env().WHATSAPP_APP_SECRET ?? "")) {
    throw new AppError("forbidden", "This was not signed by Meta. Nothing was changed.");
  }
  const { events, unread } = readWebhook(raw);
  if (unread > 0) log().warn({ unread }, "parts of a webhook were not understood");
  const statuses = events.filter((event): event is StatusEvent => event.kind === "status");
  const ours = await knownByProvider(statuses);
  const words = statuses.flatMap((event) => wordOf(event, ours));
  if (words.length > 0) await takeReceipts(words, null);
  const inbound = events.filter((event): event is InboundEvent => event.kind === "inbound");
  await takeInbound(
    // A button says what it stands for, whatever is written on it.
    inbound.map(({ phone_number_id, from, text, payload, at }) => ({
      account: phone_number_id ? `cloud:${phone_number_id}` : null,
      from,
      text: text || (payload ?? ""),
      payload,
      at,
    })),
    bySystem("webhook"),
  );
}

/** Nothing for a message that another program sent: neither word nor id of it is ours. */
function wordOf({ callback, status, at, code, provider_id }: StatusEvent, ours: ReadonlyMap<string, string>) {
  const message_id = callback ? messageIdOf(callback.item, callback.generation) : ours.get(provider_id);
  if (message_id === undefined) return [];
  const said = code === null ? null : cloudError(code);
  return [
    {
      message_id,
      status,
      at: at ?? timestamp(),
      code: code === null ? "" : String(code),
      provider_id,
      ...(said ? { detail: said.told, fault: said.fault, optedOut: said.fault === "opted_out" } : {}),
    },
  ];
}

/** Our messages by the ids that Meta gave them when it took them, as far as its words do not say which they are. */
async function knownByProvider(statuses: readonly StatusEvent[]): Promise<Map<string, string>> {
  const ids = statuses.filter(({ callback }) => !callback).map(({ provider_id }) => provider_id);
  if (ids.length === 0) return new Map();
  const { sql } = await hubStore();
  const rows = statement<[string], { provider_id: string; message_id: string }>(
    sql,
    "SELECT provider_id, message_id FROM queue_item WHERE provider_id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(ids));
  return new Map(rows.map(({ provider_id, message_id }) => [provider_id, message_id]));
}
