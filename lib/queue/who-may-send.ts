import type { Permission, Requirement } from "../permissions";
import type { TaskKind } from "./contract";

/** Who may put what into the queue (docs/design/api.md, POST /queue/enqueue). */
export const SENDS_BIRTHDAYS = ["nav_birthdays", "send_all"] satisfies Permission[];

export const MAY_ENQUEUE: Record<TaskKind, Requirement> = {
  menu: "open_saved_tables",
  birthday: { all: SENDS_BIRTHDAYS },
  service: "nav_customer_service",
};

/**
 * Every right to send, of whatever kind: a worker PC is handed the words and numbers of all that goes out, and so is the phone
 * that it is linked to. Nobody gives these who has not all of it, in every branch.
 */
export const SENDS_EVERY_KIND: Permission[] = ["open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"];

/** Whom to ask; empty where nobody is known. */
export function whoCan(names: readonly string[]): string {
  return names.length > 0 ? `Who can: ${names.join(", ")}.` : "";
}

/** Who sees whole phone numbers in the queue. */
export const SEES_PHONES: Requirement = { any: ["send_all", "nav_customer_service"] };

/** `+961 71 ••• •67`: enough to tell two guests apart, and not enough to call one. */
export function masked(digits: string): string {
  return digits.length < 6 ? "•••" : `+${digits.slice(0, -6)} ••• •${digits.slice(-2)}`;
}
