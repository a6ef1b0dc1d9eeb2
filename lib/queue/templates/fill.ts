import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { readPhones } from "../../phones";
import type { TaskKind } from "../contract";
import { readForecast } from "../forecast/forecast-step";
import type { Item } from "../item-states";
import type { Limits } from "../limits/contract";
import { templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { wordsOf } from "../recipients/opted-out";
import { payloadOf } from "../recipients/reservation-answers";
import { isWindowOpen, transportOf } from "../send-policy/policy";
import { endOfQuiet } from "../send-policy/quiet";
import { MAY_ENQUEUE } from "../who-may-send";
import type { WorkItem } from "../workers/contract";
import type { askTemplate } from "./contract";
import { remindersAmong, templateKind } from "./reminders";
import { stopFor, stoppedTemplates } from "./suspended";
import { NEARLY, wordsFor } from "./template-text";
import { officialFor, templateInstead } from "./who-gets-template";

/** The templates by which messages of the official API go out, by the ids of the messages: none within a day after the guest wrote to the number that sends. */
export async function templatesFor(
  items: readonly Item[],
  account: string | null,
): Promise<Map<string, NonNullable<WorkItem["template"]>>> {
  const found = new Map<string, NonNullable<WorkItem["template"]>>();
  if (items.length === 0 || account === null || transportOf(account) !== "cloud") return found;
  const { sql } = await hubStore();
  const limits = limitsIn(sql);
  const wroteAt = wordsOf(
    sql,
    items.map(({ digits }) => digits),
  );
  const at = now().getTime();
  const stops = stoppedTemplates(sql, at);
  const reminders = remindersAmong(sql, limits, items);
  for (const item of items) {
    const kind = templateKind(item, reminders);
    const template = templateFor(limits, kind);
    // One that WhatsApp does not take is no help in the last minutes of the day either.
    const until = stopFor(stops, limits, kind, account) ? at : at + NEARLY;
    if (!template || isWindowOpen(wroteAt(item.digits, account), until)) continue;
    found.set(item.id, {
      name: template.name,
      language: template.language,
      body: wordsFor(template.body, { ...item, branch: item.guest_branch || item.branch }),
      ...(kind === "reminder" && { buttons: buttonsOf(limits, reminders.get(item.task_id) ?? "") }),
    });
  }
  return found;
}

/** The workers that have some numbers, by name. */
function namesOfNumbers(sql: Database.Database, accounts: readonly string[]): string[] {
  const text = "SELECT DISTINCT name FROM queue_worker WHERE account IN (SELECT value FROM json_each(?)) ORDER BY name";
  return statement<[string], string>(sql, text).pluck().all(JSON.stringify(accounts));
}

/** What the buttons under a reminder stand for, in the template's order. */
const buttonsOf = ({ templates }: Limits, reservation_id: string) =>
  templates.reminder_buttons.map((button) => payloadOf(reservation_id, button));

/**
 * Of some guests, those to whom a letter or a menu would go as the approved template.
 * @param phones of each guest: the first number is the one that is written to
 * @throws AppError `forbidden` for messages that the caller may not send
 */
export async function templateInPlace(kind: TaskKind, phones: readonly string[], caller: Caller): Promise<AnswerOf<typeof askTemplate>> {
  caller.requirePermission(MAY_ENQUEUE[kind]);
  const country = env().DEFAULT_COUNTRY_CODE;
  const numbers = phones.map((text) => readPhones(text, country)[0]?.digits ?? "");
  const hub = await hubStore();
  const { sql } = hub;
  const at = now().getTime();
  const { template, guests } = templateInstead(sql, kind, numbers.filter(Boolean), at);
  const placesOf = (isMeant: (digits: string) => boolean) => numbers.flatMap((digits, index) => (isMeant(digits) ? [index] : []));
  const official = officialFor(sql, kind, at);
  const wroteAt = wordsOf(sql, numbers.filter(Boolean));
  const quietUntil = kind === "menu" ? null : endOfQuiet(at, limitsIn(sql).quiet, env().TIME_ZONE);
  const hasWritten = (digits: string) => digits !== "" && official.every((number) => isWindowOpen(wroteAt(digits, number), at));
  return {
    template,
    guests: placesOf((digits) => guests.has(digits)),
    wrote: official.length > 0 ? placesOf(hasWritten) : null,
    official: namesOfNumbers(sql, official),
    forecast: await readForecast(hub, {
      kind,
      guests: numbers.filter(Boolean),
      at,
      ...(kind === "service" && { branches: caller.branches }),
    }),
    quiet_until: quietUntil === null ? null : new Date(quietUntil).toISOString(),
  };
}
