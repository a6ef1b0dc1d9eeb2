import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { dedupeTable, undoCompany, undoDedupe, updateCompanyByDate } from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { undoLoss } from "@/lib/undo-loss";
import { type Dice, dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { METADATA, open } from "../support/tables";
import { bring, mergeAll } from "./guests";

/** `SEQUENCES=400 SEED=7 npx vitest run tests/guests/company-undone.test.ts`, and `SEQUENCE=12` for one alone. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 60 : 3));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? Number(process.env.SEQUENCE) : null;

/** Two business days: what is done to one must not touch the other. */
const DATES = ["2026-11-20", "2026-11-21"] as const;

/** A guest who is written down: known by one number, or by two of which either may be typed; some with a company of their own. */
const GUESTS = ["Maya Khoury", "Rami Haddad", "Tia Saade", "Nour Karam", "Guest without phone"].map((name, index) => ({
  name,
  phones: index === 4 ? "" : `0310000${index}`,
}));

type Step =
  | { do: "save"; table: number; guests: { at: number; company: string }[] }
  | { do: "company"; day: 0 | 1; company: string }
  | { do: "undo company" | "undo dedupe"; of: number }
  | { do: "dedupe"; day: 0 | 1 | null }
  | { do: "import"; at: number; company: string }
  | { do: "merge all" | "end of day" | "next day" };

function stepOf(random: Dice, at: number): Step {
  const day = random.pick([0, 1] as const);
  const of = random.below(4);
  const company = random.pick(["", "", `Own ${at}`, "Shared"]);
  return random.pick<Step>([
    { do: "save", table: random.below(4), guests: GUESTS.flatMap((_, guest) => (random.chance(0.5) ? [{ at: guest, company }] : [])) },
    { do: "save", table: random.below(4), guests: GUESTS.flatMap((_, guest) => (random.chance(0.5) ? [{ at: guest, company }] : [])) },
    { do: "company", day, company: `Set ${at}` },
    { do: "company", day, company: `Set ${at}` },
    { do: "undo company", of },
    { do: "dedupe", day: random.pick([0, 1, null] as const) },
    { do: "undo dedupe", of },
    { do: "import", at: random.below(GUESTS.length - 1), company },
    { do: "merge all" },
    { do: "end of day" },
    { do: "next day" },
  ]);
}

/** Plays the steps in a house of its own. @returns what everybody's company is in the end, store by store */
async function play(steps: readonly Step[], withCompanies: boolean, log: string[]): Promise<Map<string, string[]>> {
  enterHouse();
  const companies: { id: string; mark: string; isUndone: boolean }[] = [];
  const dedupes: string[] = [];
  const names = new Map<string, string>();
  let day = 0;
  const undoOne = async (deed: (typeof companies)[number]) => {
    const undo = (accept_loss?: string) => call("staff", undoCompany, { body: { undo_id: deed.id, ...(accept_loss && { accept_loss }) } });
    const said = await undo();
    const { status, answer } = said.answer.code === "undo_loses" ? await undo(undoLoss.parse(said.answer).loss) : said; // more than a day later
    log.push(`    ${deed.mark}: ${status} ${answer.message ?? answer.error}`);
    expect([200, 409]).toContain(status);
    if (status === 200) deed.isUndone = true;
  };
  for (const [minute, step] of steps.entries()) {
    if (step.do === "next day") day = 1;
    const isLate = step.do === "end of day";
    clockAt(new Date(Date.UTC(2026, 10, 20 + day, isLate ? 21 : 19, isLate ? 15 + minute : minute)).toISOString());
    if (withCompanies) log.push(`${minute} ${JSON.stringify(step)}`);
    if (step.do === "save" && step.guests.length > 0) {
      const number = `${DATES[day]} ${step.table}`;
      const name = names.get(number);
      const opened = name ? (await open(name)).answer : null;
      if (opened?.metadata.closed) continue;
      const there = opened?.contacts ?? [];
      const contacts = step.guests.map(({ at, company }) => {
        const guest = { ...(GUESTS[at] as (typeof GUESTS)[number]), company };
        return there.find((one) => one.name === guest.name) ?? guest;
      });
      const body = { metadata: { ...METADATA, table_number: number }, contacts, ...(name ? { table_name: name } : {}) };
      const { status, answer } = await call("staff", saveTable, { body });
      expect(status, JSON.stringify(answer)).toBe(200);
      names.set(number, answer.table_name);
    } else if (step.do === "company" && withCompanies) {
      const { answer } = await call("staff", updateCompanyByDate, { body: { date: DATES[step.day], company: step.company } });
      if (answer.undo_id) companies.push({ id: answer.undo_id, mark: step.company, isUndone: false });
      expectEverybody(DATES[step.day], step.company);
    } else if (step.do === "undo company" && withCompanies) {
      const deed = companies[step.of];
      if (deed) await undoOne(deed);
    } else if (step.do === "dedupe") {
      const { answer } = await call("staff", dedupeTable, { query: step.day === null ? {} : { date: DATES[step.day] } });
      if (answer.undo_id) dedupes.push(answer.undo_id);
    } else if (step.do === "undo dedupe" && dedupes[step.of]) {
      expect([200, 409]).toContain((await call("staff", undoDedupe, { body: { undo_id: dedupes[step.of] ?? "" } })).status);
    } else if (step.do === "import") {
      const { name, phones } = GUESTS[step.at] as (typeof GUESTS)[number];
      await bring([`${name},${phones},${step.company}`], { header: "name,phones,company" });
    } else if (step.do === "merge all") await mergeAll();
    else if (step.do === "end of day") expect((await call("admin", endOfDay)).status).toBe(200);
  }
  // What still holds is undone, the last one first, until nobody has any of it.
  for (let round = 0; round < 3; round++) for (const deed of companies.toReversed()) if (!deed.isUndone) await undoOne(deed);
  expect(companies.filter(({ isUndone }) => !isUndone).map(({ mark }) => mark)).toEqual([]);
  return held();
}

const AT_TABLES = "SELECT business_day AS day, name, phones, company FROM guest_row";
const OPEN =
  "SELECT t.business_day AS day, g.name, g.phones, g.company FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.closed_by IS NULL";
const IN_BOOK = "SELECT substr(datetime(added_at, '-2 hours'), 1, 10) AS day, name, phones, company FROM contact";

interface Held {
  day: string;
  name: string;
  phones: string;
  company: string;
}

function everybody(): Record<string, Held[]> {
  return {
    rows: rows<Held>(storeFile("jounieh", "table"), AT_TABLES),
    open: rows<Held>(storeFile("jounieh", "table"), OPEN),
    book: rows<Held>(storeFile("jounieh", "contacts"), IN_BOOK),
  };
}

/** Set Company reaches everybody of its date, and nobody of another one. */
function expectEverybody(date: string, company: string): void {
  for (const [store, all] of Object.entries(everybody()))
    for (const one of all)
      expect([store, one.name, one.company === company], JSON.stringify(one)).toEqual([store, one.name, one.day === date]);
}

/** The companies of each guest at each place, as `rows 2026-11-20 Maya Khoury 03100000`. */
function held(): Map<string, string[]> {
  const companies = new Map<string, string[]>();
  for (const [store, all] of Object.entries(everybody()))
    for (const { day, name, phones, company } of all) {
      const guest = `${store} ${day} ${name} ${phones}`;
      companies.set(guest, [...(companies.get(guest) ?? []), company].sort());
    }
  return companies;
}

/**
 * Nobody is lost, and nobody says a company that they would not say otherwise. A gap that something would have filled meanwhile,
 * had no company stood there, stays one; a guest without a number who came again only to fill it has no row more by that.
 */
function expectAsIfNever(undone: Map<string, string[]>, never: Map<string, string[]>): void {
  expect([...undone.keys()].sort()).toEqual([...never.keys()].sort());
  for (const [guest, companies] of undone) {
    const rest = [...(never.get(guest) ?? [])];
    const more = companies.filter((company) => company !== "" && rest.splice(rest.indexOf(company) >>> 0, 1).length === 0);
    const label = `${guest}: ${companies.join(", ")} instead of ${never.get(guest)?.join(", ")}`;
    expect(more, label).toEqual([]);
    expect(companies.length, label).toBeLessThanOrEqual(never.get(guest)?.length ?? 0);
  }
}

it.each(ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : [ONLY])(
  "companies that are undone leave everybody as if they had never been set (%i)",
  { timeout: 120_000 },
  async (index) => {
    const random = dice(SEED * 7_919 + index);
    const steps = Array.from({ length: 6 + random.below(12) }, (_, at) => stepOf(random, at));
    const log: string[] = [];
    try {
      const undone = await play(steps, true, log);
      expectAsIfNever(undone, await play(steps, false, log));
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
