import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import type { Limits } from "../limits/contract";
import { purposeOf } from "./purposes";

const AGREED = `SELECT digits FROM consent
  WHERE channel = 'whatsapp' AND purpose = ? AND revoked_at IS NULL AND digits IN (SELECT value FROM json_each(?))`;

/**
 * Of some numbers, those whose guests a message of a kind leaves out because nobody has asked them; none where the limits say
 * that they are written to, and for messages that are no offers.
 */
export function neverAsked(sql: Database.Database, { consent }: Limits, kind: TaskKind, digits: readonly string[]): Set<string> {
  const purpose = purposeOf(kind);
  if (consent.never_asked === "send" || purpose !== "marketing") return new Set();
  const agreed = new Set(statement<[string, string], string>(sql, AGREED).pluck().all(purpose, JSON.stringify(digits)) as string[]);
  return new Set(digits.filter((one) => !agreed.has(one)));
}
