import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { tasksFor } from "@/components/birthdays/use-sending";
import { itemsFor, phoneOf } from "@/components/customer-service/recipients";
import { readersOfLetter } from "@/components/customer-service/use-template-split";
import { readersOfMenu } from "@/components/menus/menu-words";
import { whoGetsIt } from "@/components/menus/who-gets-it";
import { branchOf, messageFor } from "@/components/queue/fill-message";
import type { AnswerOf } from "@/lib/api/endpoint";
import { type Recipient, searchRecipients } from "@/lib/guest-search/contract";
import { menusSent } from "@/lib/menus/contract";
import { readPhones } from "@/lib/phones";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueue, enqueueBatch, openTask } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";
import { MENU_TEXT } from "@/lib/queue/message-texts";
import { askTemplate, type ShownTemplate } from "@/lib/queue/templates/contract";
import { filledTemplate, wordsFor } from "@/lib/queue/templates/template-text";
import { bringIn } from "../support/guests";
import { call } from "../support/house";
import { BIRTHDAY, make } from "../support/vouchers";
import type { Guest } from "./audience";
import type { Received } from "./ways";

/** What the screen says of one guest before anything goes out. */
export interface Promised {
  name: string;
  digits: string;
  /** Why they get nothing; null for those who get it. */
  reason: string | null;
  /** The words that are shown; null where it is not said to this guest which ones. */
  shown: string | null;
  /** By the approved template. */
  byTemplate: boolean;
  file: string | null;
}

/** How a kind of message is shown, queued and looked after, as its screen does it. */
export interface Kind {
  prepare(guests: readonly Guest[]): Promise<void>;
  preview(): Promise<Promised[]>;
  /** As of the newest preview: what it says of how many can go today; null where it says nothing. */
  forecast(): Forecast | null;
  /** @returns whom the answer leaves out, and how many get the template in place of the words */
  send(): Promise<{ left: { name: string; reason: string }[]; enqueued: number; instead: number }>;
  /** Why each message that has not gone out has not, by the guest's name; what keeps all of it counts for each. */
  reasons(): Promise<Map<string, string>>;
}

export type KindName = "birthday" | "menu" | "service";

const here = "jounieh";
const sha = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const reasonsOf = (rows: readonly { name: string; reason: string | null }[], obstacle: unknown) =>
  new Map(rows.flatMap(({ name, reason }) => (reason || obstacle ? [[name, reason ?? JSON.stringify(obstacle)] as const] : [])));

async function reasonsOfTask(id: string | null): Promise<Map<string, string>> {
  if (id === null) return new Map();
  const { results, obstacle } = (await call("admin", openTask, { params: { id } })).answer;
  const rows = results.map(({ name, error }) => ({ name, reason: error }));
  return reasonsOf(rows, obstacle);
}

export function kindOf(name: KindName, data: string, message: string): Kind {
  if (name === "birthday") return birthday(data, message);
  return name === "menu" ? menu(data) : letter(message);
}

function birthday(data: string, message: string): Kind {
  const open = async () => (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
  let seen: AnswerOf<typeof openCampaign>;
  return {
    forecast: () => seen.forecast ?? null,
    prepare: async (guests) => {
      await bringIn(guests.map(({ name, phones }) => `"${name}","${phones}",20/11`));
      await make(BIRTHDAY);
    },
    preview: async () => {
      seen = await open();
      const { template } = seen;
      return seen.guests.map((guest): Promised => {
        const { name, phone: digits, branch, sendable, reason, by_template = false, voucher } = guest;
        const text = messageFor(message, guest, here);
        const isTemplate = by_template && Boolean(template);
        const words = template && isTemplate ? templateAsShown(template, { name, branch, text }) : text;
        return {
          name,
          digits,
          // Of one that is queued it is said what it waits for, and it goes out all the same.
          reason: sendable || guest.state === "PENDING" || guest.state === "IN_PROGRESS" ? null : (reason ?? ""),
          shown: words,
          byTemplate: isTemplate,
          file: voucher ? sha(path.join(data, voucher)) : null,
        };
      });
    },
    send: async () => {
      const sendable = seen.guests.filter((guest) => guest.sendable);
      const answers = [];
      for (const body of tasksFor(BIRTHDAY, sendable, message, [])) answers.push((await call("admin", enqueueBatch, { body })).answer);
      return {
        left: answers.flatMap(({ invalid, skipped }) => [...invalid, ...skipped]),
        enqueued: answers.reduce((sum, { enqueued }) => sum + enqueued, 0),
        instead: answers.reduce((sum, { by_template }) => sum + by_template, 0),
      };
    },
    reasons: async () => {
      const { guests, obstacle } = await open();
      return reasonsOf(guests, obstacle);
    },
  };
}

const TABLE = "2026-11-20 table 12";

function menu(data: string): Kind {
  const file = path.join(data, "menus", "menu.pdf");
  const sent = async () => (await call("staff", menusSent, { query: { table_name: TABLE } })).answer;
  let table: { name: string; phones: string; birthday: string }[] = [];
  /** As it was asked: who has it by then is none of those to whom it goes. */
  let who: ReturnType<typeof whoGetsIt> | undefined;
  let task: string | null = null;
  let forecast: Forecast | null = null;
  return {
    forecast: () => forecast,
    prepare: async (guests) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, "%PDF-1.7\nthe menu of tonight\n%%EOF");
      table = guests.map(({ name, phones }) => ({ name, phones, birthday: "" }));
    },
    preview: async () => {
      who ??= whoGetsIt(table, await sent());
      const pdf = sha(file);
      const body = { phones: who.to.map(({ phone }) => phone), kind: "menu" as const };
      const { answer } = await call("staff", askTemplate, { body });
      forecast = answer.forecast ?? null;
      const readers = readersOfMenu(who.to, answer, []);
      return [
        ...who.without.map(({ name, reason }) => ({ digits: "", file: pdf, name, reason, shown: null, byTemplate: false })),
        ...who.to.map((one) => {
          const { name } = one;
          const isTemplate = readers.byTemplate.includes(one);
          const text = messageFor(MENU_TEXT, one, here);
          const shown = readers.template && isTemplate ? templateAsShown(readers.template, { name, branch: here, text }) : text;
          const digits = readPhones(one.phone).find(({ key }) => key !== "")?.digits ?? "";
          return { digits, file: pdf, name, reason: null, shown, byTemplate: isTemplate };
        }),
      ];
    },
    send: async () => {
      const items = (who?.to ?? []).map((guest) => ({ ...guest, table_name: TABLE, pdf_path: "menus/menu.pdf" }));
      const { answer } = await call("staff", enqueue, { body: { items } });
      task = answer.task_id;
      return { left: [...answer.invalid, ...answer.skipped], enqueued: answer.enqueued, instead: answer.by_template };
    },
    reasons: () => reasonsOfTask(task),
  };
}

function letter(message: string): Kind {
  let chosen: Recipient[] = [];
  /** What was queued, which stays as it is. */
  let words: string | null = null;
  let task: string | null = null;
  let forecast: Forecast | null = null;
  return {
    forecast: () => forecast,
    prepare: async (guests) => {
      await bringIn(guests.map(({ name, phones }) => `"${name}","${phones}",`));
      const found = await call("admin", searchRecipients, { query: { search: "Guest", limit: 100 } });
      chosen = found.answer.contacts;
      expect(chosen.length).toBeGreaterThan(0);
    },
    preview: async () => {
      const reached = chosen.filter((one) => phoneOf(one) !== "");
      const { template, guests, ...asked } = (await call("admin", askTemplate, { body: { phones: reached.map(phoneOf) } })).answer;
      forecast = asked.forecast ?? null;
      const byTemplate = new Set(guests.map((index) => phoneOf(reached[index] as Recipient))); // a place among them
      const { readers, insteadOfWords } = readersOfLetter(reached, template, byTemplate, []);
      words ??= insteadOfWords ?? message;
      return chosen.map((one) => {
        const isTemplate = readers.byTemplate.includes(one);
        const text = messageFor(words ?? message, one, here);
        const branch = branchOf(one, here);
        const reason = reached.includes(one) ? null : "Dropped: no number.";
        const shown = template && isTemplate ? templateAsShown(template, { name: one.name, branch, text }) : text;
        return { name: one.name, digits: phoneOf(one), reason, shown, byTemplate: isTemplate, file: null };
      });
    },
    send: async () => {
      const { answer } = await call("admin", enqueue, { body: { items: itemsFor(words ?? message, chosen, here) } });
      task = answer.task_id;
      return { left: [...answer.invalid, ...answer.skipped], enqueued: answer.enqueued, instead: answer.by_template };
    },
    reasons: () => reasonsOfTask(task),
  };
}

/** Null where nobody wrote its text down: the screen then says what it is filled in with. */
function templateAsShown({ text, body }: ShownTemplate, words: { name: string; branch: string; text: string }): string | null {
  return text === "" ? null : filledTemplate(text, wordsFor(body, words));
}

/**
 * Whether what came is what was shown.
 * @param text the template's words as Meta has them
 */
export function isAsShown(promised: Promised, came: Received, text: string): boolean {
  if (came.file !== promised.file) return false;
  if (promised.byTemplate !== (came.template !== null)) return false;
  if (!came.template) return came.words === promised.shown;
  return promised.shown === null || filledTemplate(text, came.template.filled) === promised.shown;
}
