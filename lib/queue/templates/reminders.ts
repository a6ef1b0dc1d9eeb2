import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import type { Item } from "../item-states";
import type { Limits } from "../limits/contract";
import { type TemplateKind, templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";

// A message about a reservation is a task of its own, whose id is that of the word to the guest (lib/reservations/messages/send-due.ts).
const REMINDERS = `SELECT t.id, t.reservation_id FROM json_each(?) k CROSS JOIN reservation_talk t ON t.id = k.value
  WHERE t.said = 'told' AND t.kind = 'reminder'`;

/**
 * Of some messages, those that remind of a reservation and go by a template of their own, where one is named: it has buttons, which a letter has not.
 * @returns the reservations, by the ids of the messages' tasks
 */
export function remindersAmong(
  sql: Database.Database,
  { templates }: Limits,
  items: readonly Pick<Item, "kind" | "task_id">[],
): ReadonlyMap<string, string> {
  const tasks = items.filter(({ kind }) => kind === "service").map(({ task_id }) => task_id);
  if (templates.reminder_name === "" || tasks.length === 0) return new Map();
  const rows = statement<[string], { id: string; reservation_id: string }>(sql, REMINDERS).all(JSON.stringify(tasks));
  return new Map(rows.map(({ id, reservation_id }) => [id, reservation_id]));
}

/** By which template a message goes. */
export function templateKind({ kind, task_id }: Pick<Item, "kind" | "task_id">, reminders: ReadonlyMap<string, string>): TemplateKind {
  return reminders.has(task_id) ? "reminder" : (kind as TaskKind);
}

/** The template that one message goes by; null where none is named. */
export function templateOf(sql: Database.Database, item: Pick<Item, "kind" | "task_id">) {
  const limits = limitsIn(sql);
  return templateFor(limits, templateKind(item, remindersAmong(sql, limits, [item])));
}
