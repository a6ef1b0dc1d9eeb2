import { statement } from "../../db/statements";
import { env } from "../../env";
import { shownField } from "../../guest-fields";
import { branchName, isBranchKey } from "../../known-branches";
import { localDate } from "../../local-time";
import { shownNumbers } from "../../phones";
import { placeIn } from "../../vouchers/shapes";
import type { Row } from "../blank-rows";
import type { FoundPerson } from "../find";
import { DOCUMENT_WORDS, type DocumentLanguage } from "./words";

/** A part of the document: a heading and its lines. */
export interface Section {
  heading: string;
  lines: string[];
}

/** Of each list so many lines: a guest reads it; all of it is in the file for programs. */
const MOST_LINES = 60;

const LOCALES: Record<DocumentLanguage, string> = { ar: "ar-LB-u-nu-latn", fr: "fr-FR", en: "en-GB" };

/** A day as people of a language write it. @param at YYYY-MM-DD, or ISO 8601 */
export function dayIn(language: DocumentLanguage, at: string): string {
  const date = at.length > 10 ? localDate(new Date(at), env().TIME_ZONE) : at;
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(LOCALES[language], options);
}

/** What is kept of a person, in the words of a language. What is empty is left out. */
export function sectionsOf({ who, names, stores }: FoundPerson, language: DocumentLanguage): Section[] {
  const words = DOCUMENT_WORDS[language];
  const day = (at: unknown) => dayIn(language, String(at));
  const rowsOf = (table: string) =>
    stores.flatMap(({ name, rows }) => (rows[table] ?? []).map((row) => ({ row, branch: branchOf(name, language) })));
  const sortedBy = (table: string, column: string) => rowsOf(table).sort((a, b) => text(b.row, column).localeCompare(text(a.row, column)));
  const numbers = who.numbers.flatMap((digits) => shownNumbers(`+${digits}`, env().DEFAULT_COUNTRY_CODE).map(({ shown }) => shown));
  const points = rowsOf("loyalty_customer").reduce((sum, { row }) => sum + Number(row.points ?? 0), 0);
  const customer = rowsOf("loyalty_visit");
  const sections: Section[] = [
    { heading: words.who, lines: [lineOf(words.names, names.join(", ")), lineOf(words.numbers, numbers.join(", "))] },
    ...rowsOf("contact").map(({ row, branch }) => ({ heading: words.guest(branch), lines: fieldsOf(row, language) })),
    { heading: words.reservations, lines: sortedBy("reservation", "starts_at").map((one) => bookingOf(one, language)) },
    { heading: words.visits, lines: visitsOf(stores, language) },
    { heading: words.points, lines: customer.length > 0 || points > 0 ? [words.pointsSum(points)] : [] },
    {
      heading: words.vouchers,
      lines: sortedBy("voucher", "date").map(({ row }) => {
        const prize = text(row, "prize");
        const until = day(row.valid_until);
        const said = prize
          ? words.prizeVoucher(text(row, "serial"), prize, until)
          : words.voucher(text(row, "serial"), Number(row.percent), until);
        return row.used_at ? `${said} · ${words.used(day(row.used_at))}` : said;
      }),
    },
    {
      heading: words.messages,
      lines: sortedBy("queue_item", "created_at").map(({ row }) =>
        [day(row.created_at), words.kinds[text(row, "kind")] ?? text(row, "kind"), text(row, "text")].filter(Boolean).join(" · "),
      ),
    },
    { heading: words.replies, lines: sortedBy("guest_reply", "at").map(({ row }) => `${day(row.at)} · ${text(row, "text")}`) },
    {
      heading: words.wishes,
      lines: [
        ...rowsOf("recipient").flatMap(({ row }) => (row.opted_out_at ? [words.saidNo(day(row.opted_out_at))] : [])),
        ...rowsOf("consent").flatMap(({ row }) => (row.revoked_at ? [] : [words.agreed(day(row.at))])),
      ],
    },
  ];
  return sections
    .map(({ heading, lines }) => ({ heading, lines: [...new Set(lines.filter(Boolean))] }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => ({
      heading,
      lines: lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), words.more(lines.length - MOST_LINES)] : lines,
    }));
}

/** One booking on one line. */
function bookingOf({ row, branch }: { row: Row; branch: string }, language: DocumentLanguage): string {
  const { party, notTaken, notes } = DOCUMENT_WORDS[language];
  const said = (Object.keys(notes) as (keyof typeof notes)[]).map((note) => lineOf(notes[note], text(row, note).replaceAll("\n", ", ")));
  const became = notTaken[text(row, "status") as keyof typeof notTaken] ?? "";
  const when = [dayIn(language, text(row, "business_day")), text(row, "time"), branch, party(Number(row.party))];
  return [...when, became, ...said].filter(Boolean).join(" · ");
}

/** Where they sat, the newest first. What was said at a table that is open still stands there alone: the book takes it with End of Day. */
function visitsOf(stores: FoundPerson["stores"], language: DocumentLanguage): string[] {
  const words = DOCUMENT_WORDS[language];
  const visits = stores.flatMap(({ name, store, rows }) => {
    const at = (day: string, table: string, said: readonly string[] = []) => {
      const line = [dayIn(language, day), branchOf(name, language), table && words.table(table), ...said].filter(Boolean).join(" · ");
      return { day, line };
    };
    const seats = rows.table_guest ?? [];
    const isOwn = (row: Row) => !seats.some(({ id }) => id === row.id); // until End of Day a row is its seat’s copy, with the same id
    const taken = (rows.guest_row ?? [])
      .filter(isOwn)
      .map((row) => at(text(row, "business_day"), /table (.+)$/.exec(text(row, "table_name"))?.[1] ?? ""));
    const saved = seats.flatMap((row) => {
      const table = statement<[string], SavedTable>(store.sql, SAVED_TABLE).get(text(row, "table_id"));
      return table ? [at(table.business_day, table.table_number, table.is_open ? fieldsOf(row, language) : [])] : [];
    });
    return [...saved, ...taken];
  });
  return visits.sort((a, b) => b.day.localeCompare(a.day)).map(({ line }) => line);
}

interface SavedTable {
  business_day: string;
  table_number: string;
  is_open: number;
}

const SAVED_TABLE = "SELECT business_day, table_number, closed_by IS NULL AS is_open FROM saved_table WHERE id = ?";

/** The language that the guest is written to, where our fonts have its letters; else the house's first. */
export function languageOf({ stores }: Pick<FoundPerson, "stores">): DocumentLanguage {
  const said = stores.flatMap(({ rows }) => (rows.contact ?? []).map((row) => text(row, "language"))).find(Boolean);
  return said === "ar" || said === "fr" ? said : "en";
}

const text = (row: Row, column: string) => (typeof row[column] === "string" ? (row[column] as string) : "");
const lineOf = (label: string, value: string) => (value ? `${label}: ${value}` : "");

function fieldsOf(row: Row, language: DocumentLanguage): string[] {
  const { fields } = DOCUMENT_WORDS[language];
  return (Object.keys(fields) as (keyof typeof fields)[]).map((field) => {
    const value = field === "birthday" ? birthdayOf(row, language) : shownField(field, text(row, field)).replaceAll("\n", ", ");
    return lineOf(fields[field], value);
  });
}

/** `14 May 1985`, or `14 May` where nobody knew the year. */
function birthdayOf(row: Row, language: DocumentLanguage): string {
  const birthday = text(row, "birthday");
  if (birthday === "") return "";
  const year = typeof row.birth_year === "number" ? row.birth_year : null;
  const date = new Date(`${year ?? 2000}${birthday.slice(1)}T12:00:00Z`);
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", timeZone: "UTC", ...(year !== null && { year: "numeric" }) };
  return date.toLocaleDateString(LOCALES[language], options);
}

/** The branch of a store's name as the trail has it: `jounieh contacts`. */
function branchOf(store: string, language: DocumentLanguage): string {
  const [key = ""] = store.split(" ");
  return isBranchKey(key) ? placeIn(branchName(key), language === "ar") : "";
}
