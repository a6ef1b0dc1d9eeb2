import { inList } from "../in-list";
import { can, type Permission, type Requirement } from "../permissions";
import type { TaskKind } from "./contract";

/** Who may put what into the queue (docs/design/api.md, POST /queue/enqueue). */
export const SENDS_BIRTHDAYS = ["nav_birthdays", "send_all"] satisfies Permission[];

export const MAY_ENQUEUE: Record<TaskKind, Requirement> = {
  menu: "open_saved_tables",
  birthday: { all: SENDS_BIRTHDAYS },
  service: "nav_customer_service",
};

const KINDS: Record<TaskKind, string> = { menu: "menus", service: "letters", birthday: "birthday greetings" };

/** Which messages somebody with these rights may send, and which not: a sentence. */
export function sendsInWords(grants: readonly string[]): string {
  const kinds = Object.keys(KINDS) as TaskKind[]; // of a record of theirs
  const named = (may: boolean) => kinds.filter((kind) => can(grants, MAY_ENQUEUE[kind]) === may).map((kind) => KINDS[kind]);
  const [may, mayNot] = [named(true), named(false)];
  if (may.length === 0) return "Sends no messages.";
  return mayNot.length === 0 ? `Sends ${inList(may)}.` : `Sends ${inList(may)}, but no ${inList(mayNot, "or")}.`;
}

/**
 * Every right to send, of whatever kind: a worker PC is handed the words and numbers of all that goes out, and so is the phone
 * that it is linked to. Nobody gives these who has not all of it, in every branch.
 */
export const SENDS_EVERY_KIND: Permission[] = ["open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"];

/** Whom to ask; empty where nobody is known. */
export function whoCan(names: readonly string[]): string {
  return names.length > 0 ? `${WHO_CAN}${names.join(", ")}.` : "";
}
const WHO_CAN = "Who can: ";

/** Who sees to templates and limits. */
export const MENDS_TEMPLATES = "user_create" satisfies Permission;

/** The same to somebody who may do it: where it is done. */
export const YOU_CAN = "You can: Options, WhatsApp Limits.";

/** A text that may end with whom to ask about a template (`whoCan`), as it is told to somebody who may see to it. */
export function toWhoCan(text: string): string {
  const at = text.lastIndexOf(WHO_CAN);
  return at === -1 ? text : `${text.slice(0, at)}${YOU_CAN}`;
}

/** Who sees whole phone numbers in the queue. */
export const SEES_PHONES: Requirement = { any: ["send_all", "nav_customer_service"] };
