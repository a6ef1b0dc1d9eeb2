import { numberOf } from "@/components/loyalty/fields";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { makeCompetition, OpenedCompetition } from "@/lib/competitions/contract";
import { dayRange, localDate, localTime } from "@/lib/local-time";

/** A competition as it is typed. */
export interface CompetitionForm {
  title: string;
  branches: string[];
  post_url: string;
  media_id: string;
  prize: string;
  winners: string;
  reserves: string;
  /** `2026-11-20T21:30`, where the house is. */
  opens: string;
  closes: string;
  ar: string;
  fr: string;
  en: string;
  mentions: string;
  keyword: string;
  excluded: string;
  staff: boolean;
  previous_days: string;
  per_user: string;
  two_people: boolean;
  voucher_days: string;
}

const DAY = 24 * 3_600_000;

export const inHouse = (at: Date, timeZone: string): string => `${localDate(at, timeZone)}T${localTime(at, timeZone)}`;

/** The moment that the house's clocks show; null for what is none. */
export function momentOf(typed: string, timeZone: string): string | null {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(typed) ?? [];
  if (!date || !time || Number.isNaN(Date.parse(`${date}T${time}Z`))) return null;
  return dayRange(date, timeZone, time).from.toISOString();
}

export function emptyForm(branches: string[], now: Date, timeZone: string): CompetitionForm {
  return {
    ...{ title: "", branches, post_url: "", media_id: "", prize: "", winners: "1", reserves: "2" },
    ...{ opens: inHouse(now, timeZone), closes: inHouse(new Date(now.getTime() + 7 * DAY), timeZone) },
    ...{ ar: "", fr: "", en: "", mentions: "1", keyword: "", excluded: "", staff: true, previous_days: "0", per_user: "1" },
    ...{ two_people: false, voucher_days: "60" },
  };
}

export function formOf({ competition }: Pick<OpenedCompetition, "competition">, timeZone: string): CompetitionForm {
  const { title, branches, post_url, media_id, prize, rules, filters, two_people } = competition;
  return {
    ...{ title, branches, post_url, media_id, prize, two_people, ...rules, keyword: filters.keyword, staff: filters.staff },
    ...{ winners: String(competition.winners), reserves: String(competition.reserves), voucher_days: String(competition.voucher_days) },
    ...{ opens: inHouse(new Date(competition.opens_at), timeZone), closes: inHouse(new Date(competition.closes_at), timeZone) },
    ...{ mentions: String(filters.mentions), previous_days: String(filters.previous_days), per_user: String(filters.per_user) },
    excluded: filters.excluded.map((name) => `@${name}`).join("\n"),
  };
}

/** The fields that were typed: what says something else than the competition did then. */
export function changedIn({ base, form }: { base: CompetitionForm; form: CompetitionForm }): Partial<CompetitionForm> {
  const fields = Object.entries(form) as [keyof CompetitionForm, unknown][]; // of a form
  return Object.fromEntries(fields.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(base[field])));
}

/** Names of users, however they were put between each other. */
export const namesOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

type Body = BodyInputOf<typeof makeCompetition>;

/** @returns what is sent, or which fields are not right yet */
export function bodyOf(
  form: CompetitionForm,
  timeZone: string,
): { body: Body } | { wrong: Partial<Record<keyof CompetitionForm, string>> } {
  const wrong: Partial<Record<keyof CompetitionForm, string>> = {};
  const number = (field: "winners" | "reserves" | "mentions" | "previous_days" | "per_user" | "voucher_days", from: number, to: number) => {
    const typed = numberOf(form[field]) ?? Number.NaN;
    if (!(typed >= from && typed <= to)) wrong[field] = `A number from ${from} to ${to}.`;
    return typed;
  };
  const [opens_at, closes_at] = [momentOf(form.opens, timeZone), momentOf(form.closes, timeZone)];
  if (form.title.trim() === "") wrong.title = "Give the competition a title.";
  if (form.prize.trim() === "") wrong.prize = "Say what the prize is.";
  if (opens_at === null) wrong.opens = "Choose a day and a time.";
  if (closes_at === null) wrong.closes = "Choose a day and a time.";
  if (opens_at !== null && closes_at !== null && opens_at >= closes_at) wrong.closes = "It closes before it opens.";
  const body: Body = {
    ...{ title: form.title, branches: form.branches, post_url: form.post_url.trim(), media_id: form.media_id.trim(), prize: form.prize },
    ...{ winners: number("winners", 1, 100), reserves: number("reserves", 0, 100), voucher_days: number("voucher_days", 1, 730) },
    ...{ opens_at: opens_at ?? "", closes_at: closes_at ?? "", two_people: form.two_people },
    rules: { ar: form.ar, fr: form.fr, en: form.en },
    filters: {
      ...{ mentions: number("mentions", 0, 20), keyword: form.keyword, excluded: namesOf(form.excluded), staff: form.staff },
      ...{ previous_days: number("previous_days", 0, 3_650), per_user: number("per_user", 1, 50) },
    },
  };
  return Object.keys(wrong).length > 0 ? { wrong } : { body };
}
