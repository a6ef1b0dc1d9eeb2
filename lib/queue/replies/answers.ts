import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { IN_SANDBOX, UNANSWERED, WORKER_OF } from "../item-sql";
import { shownPhone } from "../list";
import { readQueueSnapshot } from "../next-try/queue-snapshot";
import { standingsOf } from "../next-try/standing";
import { WAITING_COLUMNS, type WaitingRow } from "../next-try/waiting-row";
import { ofBranches } from "../stats";
import type { GuestAnswer } from "./contract";
import { repliesSince } from "./kept-for";

interface Row extends WaitingRow, Pick<GuestAnswer, "name" | "digits" | "text" | "by" | "delivery" | "worker"> {
  status: GuestAnswer["status"];
  sandbox: number;
  unanswered: number;
}

const ANSWERS = (where: string) => `SELECT ${WAITING_COLUMNS}, name, text, delivery, ${WORKER_OF} AS worker, ${IN_SANDBOX} AS sandbox,
    ${UNANSWERED} AS unanswered, coalesce((SELECT u.name FROM queue_task t JOIN user u ON u.id = t.created_by WHERE t.id = i.task_id), '') AS by
  FROM queue_item i WHERE i.task_id IN (SELECT t.value FROM guest_reply r JOIN json_each(r.answer_tasks) t
    WHERE r.at > ? AND r.answer_tasks IS NOT NULL AND ${where})
  ORDER BY i.created_at`;

/** The letters that answer what guests wrote lately, each with how it stands. @param at the server's time in milliseconds */
export async function answersTo(
  hub: { sql: Database.Database; file: string },
  branches: readonly string[] | null,
  at: number,
): Promise<GuestAnswer[]> {
  const { where, values } = ofBranches(branches);
  const rows = statement<string[], Row>(hub.sql, ANSWERS(where)).all(repliesSince(at), ...values);
  if (rows.length === 0) return [];
  const standing = standingsOf(rows, await readQueueSnapshot(hub, at));
  return rows.map((row) => {
    const { id, name, digits, text, by, status, delivery, worker, created_at } = row;
    const { error, undecided, next } = standing(row);
    return {
      ...{ id, name, digits, text, by, status, delivery, worker, error, undecided },
      at: created_at,
      phone: shownPhone(digits, true),
      unanswered: row.unanswered === 1,
      sandbox: row.sandbox === 1,
      next_try: next.next_try,
      waits_for: next.waits_for,
    };
  });
}
