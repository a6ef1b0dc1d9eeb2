import { createHash } from "node:crypto";
import type { TaskKind } from "../contract";

/**
 * The id that a message bears on its way, fixed before it is sent: sent again with the same one, it is the same message to
 * WhatsApp's own apps (docs/design/whatsapp.md 1.2). A new generation is a new message.
 */
export function messageIdOf(item: string, generation: number): string {
  const hash = createHash("sha256").update(`${item}:${generation}`).digest("hex");
  return `3EB0${hash.toUpperCase().slice(0, 18)}`;
}

/**
 * How long a message stands for its like, in SQL: while it waits or is under way, however long, and then from when it went or failed. One
 * that waited all day for its number's turn would else go out twice.
 */
export const COUNTS_SINCE = "(i.status IN ('PENDING', 'IN_PROGRESS') OR coalesce(i.ended_at, i.created_at) > ?)";

interface Sameness {
  kind: TaskKind;
  digits: string;
  table_name: string;
  text: string;
}

/**
 * What makes two messages the same to one guest (docs/design/whatsapp.md 5): a birthday is greeted once, whatever the
 * words; a table's menu goes out once; words of Customer Service are compared as they are.
 */
export function dedupeKeyOf({ kind, digits, table_name, text }: Sameness): string {
  const about = { birthday: "", menu: table_name, service: text }[kind];
  const hash = about && createHash("sha256").update(about).digest("hex").slice(0, 32);
  return [kind, digits, hash].filter(Boolean).join(" ");
}
