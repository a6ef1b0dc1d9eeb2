import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { Limits } from "../limits/contract";
import { type TemplateKind, templateFor } from "../limits/default-limits";
import { isOfNumber, type TemplateStop } from "./suspension-rule";

/** The setting that holds them. */
export const STOPPED = "stopped_templates";

/** The templates that WhatsApp does not take at a time, in milliseconds. */
export function stoppedTemplates(sql: Database.Database, at: number): TemplateStop[] {
  return stopsIn(statement<[string], { value: string }>(sql, "SELECT value FROM queue_setting WHERE name = ?").get(STOPPED)?.value, at);
}

/** @param value the setting, as it is kept */
export function stopsIn(value: string | undefined, at: number): TemplateStop[] {
  const stops: TemplateStop[] = value ? JSON.parse(value) : [];
  return stops.filter(({ until }) => until === null || Date.parse(until) > at);
}

/** Of some stops, those of the template that messages of a kind go by: each of one number, or of all of them. */
export function stopsFor(stops: readonly TemplateStop[], limits: Limits, kind: TemplateKind): TemplateStop[] {
  const template = templateFor(limits, kind);
  return stops.filter(({ name, language }) => name === template?.name && language === template.language);
}

/** Why messages of a kind cannot go by their template from a number; null where they can, or have none. */
export function stopFor(stops: readonly TemplateStop[], limits: Limits, kind: TemplateKind, account: string): TemplateStop | null {
  return stopsFor(stops, limits, kind).find((stop) => isOfNumber(stop, account)) ?? null;
}
