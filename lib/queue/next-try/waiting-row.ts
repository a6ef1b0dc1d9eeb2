import type { TaskKind } from "../contract";

/** A message that waits, as far as it says when it goes on. */
export interface WaitingRow {
  id: string;
  digits: string;
  account: string | null;
  kind: TaskKind;
  voucher: string;
  status: string;
  phase: string | null;
  run_at: string;
  not_after: string | null;
  created_at: string;
  answers_guest: boolean;
  /** When it was handed over last, ISO 8601; null for one that waits. */
  send_started_at: string | null;
  last_code: string | null;
  last_error: string | null;
}

/** Of a message, what `WaitingRow` has. */
export const WAITING_COLUMNS =
  "id, digits, account, kind, voucher, status, phase, run_at, not_after, created_at, answers_guest, send_started_at, last_code, last_error";
