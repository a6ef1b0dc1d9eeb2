import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "baileys";
import { digitsOf, jidOf } from "./whatsapp-web-phones";

/** What the server writes of messages, and finds in them. */

/** Now, as WhatsApp counts. */
export const seconds = () => String(Math.floor(Date.now() / 1_000));

export function ackOf({ attrs }: BinaryNode, error?: number): BinaryNode {
  const ack: BinaryNode = { tag: "ack", attrs: { class: "message", id: attrs.id ?? "", from: attrs.to ?? "", t: seconds() } };
  if (error !== undefined) ack.attrs.error = String(error);
  return ack;
}

/** What a receipt may say besides its message and its kind. */
export interface ReceiptWords {
  /** Whose phone tells it; the guest's when nothing is said. */
  from?: string;
  /** To whom the message went: said by our own phone of what it has seen itself. */
  recipient?: string;
  /** Further messages that it is about. */
  also?: readonly string[];
}

export function receiptOf(id: string, guest: string, type: string | undefined, { from, recipient, also = [] }: ReceiptWords): BinaryNode {
  const attrs = { from: from ?? jidOf(guest), id, t: seconds(), ...(type ? { type } : {}), ...(recipient ? { recipient } : {}) };
  const retry: BinaryNode[] = type === "retry" ? [{ tag: "retry", attrs: { count: "1", id, t: seconds(), v: "1" } }] : [];
  const items = also.map((one): BinaryNode => ({ tag: "item", attrs: { id: one } }));
  const list: BinaryNode[] = items.length > 0 ? [{ tag: "list", attrs: {}, content: items }] : [];
  const content = [...retry, ...list];
  return { tag: "receipt", attrs, ...(content.length > 0 ? { content } : {}) };
}

/** The part of a message that is encrypted for the guest, and not for the sender's own phone. */
export function encFor(node: BinaryNode, digits: string): BinaryNode {
  const all = getBinaryNodeChildren(getBinaryNodeChild(node, "participants"), "to");
  const mine = all.find(({ attrs }) => digitsOf(attrs.jid) === digits);
  return getBinaryNodeChild(mine ?? node, "enc") ?? { tag: "enc", attrs: {} };
}

/** With whose phones a question's sender wants to begin a conversation. */
export function keysAskedIn(question: BinaryNode): string[] {
  return getBinaryNodeChildren(getBinaryNodeChild(question, "key"), "user").map(({ attrs }) => digitsOf(attrs.jid));
}
