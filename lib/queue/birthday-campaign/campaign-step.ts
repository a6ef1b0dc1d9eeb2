import type Database from "better-sqlite3";
import type { BirthdayGuest } from "../../birthdays/contract";
import { everybodyOfDate } from "../../birthdays/search-step";
import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { BranchKey } from "../../known-branches";
import { isRestaurant } from "../../known-branches";
import { localDate } from "../../local-time";
import { readPhones, shownNumbers } from "../../phones";
import { isDrawn } from "../../vouchers/png-and-pdf";
import { stateOf } from "../../vouchers/voucher";
import { type VoucherRow, voucherFinder, vouchersOfDate } from "../../vouchers/vouchers-step";
import { arrivedOf, type CountRow, countsOf } from "../campaigns/counts";
import type { ItemStatus } from "../contract";
import { dedupeKeyOf } from "../duplicates/identity";
import { forecastOf } from "../forecast/forecast";
import { IN_SANDBOX, UNANSWERED, WORKER_OF } from "../item-sql";
import { UNCERTAIN } from "../item-states";
import { sameFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { nextTryOf } from "../next-try/next-try";
import { type QueueSnapshot, queueSnapshot } from "../next-try/queue-snapshot";
import { standingsOf } from "../next-try/standing";
import { WAITING_COLUMNS, type WaitingRow } from "../next-try/waiting-row";
import { obstacleOf, workersAt } from "../obstacles/obstacles";
import { pausedAlone } from "../pause/state";
import { unsureNumbers } from "../recipients/ambiguous-replies";
import { neverAsked } from "../recipients/never-asked";
import { failedOfCampaign } from "../retry-by-hand/failed";
import { endOfQuiet } from "../send-policy/quiet";
import { taskStatusOf } from "../tasks";
import { templateInstead } from "../templates/who-gets-template";
import type { Campaign, CampaignGuest, CampaignTask } from "./contract";
import { type Greeting, standingOf } from "./greetings";

/** Somebody of the date, with what the hub may know them by. */
interface Celebrant {
  id: string;
  name: string;
  branch: string;
  phone: string;
  voucher: VoucherRow | null;
  /** Every number by which they are known, digits with the country code. */
  numbers: string[];
  /** What a birthday message to any of their numbers is called. */
  names: string[];
}

/** Of which campaign, and when: a thread has no clock of the server's. */
export interface AskedCampaign {
  branch: BranchKey;
  date: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The business day. */
  today: string;
  /** Whether whole numbers of what failed may be shown; masked otherwise. */
  seesPhones: boolean;
}

export interface OpenCampaignInput extends AskedCampaign {
  hub: string;
  book: string;
}

/** The step of a date on which very many celebrate, and of a queue in which much waits. */
export function openCampaign({ hub, book, ...asked }: OpenCampaignInput): Campaign {
  return bulkRead({ hub, book }, (stores) => campaignIn(stores, asked));
}

interface CampaignStores {
  hub: Database.Database;
  book: Database.Database;
}

/** Where the birthday messages of a branch's book for a date stand, by what the queue knows of each guest's numbers. */
export function campaignIn({ hub: sql, book }: CampaignStores, asked: AskedCampaign): Campaign {
  const { branch, date, at, today } = asked;
  const everybody = celebrantsOf(everybodyOfDate(book, date), branch, vouchersOfDate(sql, date));
  const names = everybody.flatMap((one) => one.names);
  const snapshot = queueSnapshot(sql, at);
  const greetings = greetingsNamed(snapshot, names, { branch, date });
  const optedOut = whoSaidNo(sql, everybody);
  const unasked = neverAsked(
    sql,
    limitsIn(sql),
    "birthday",
    everybody.map(({ phone }) => phone),
  );
  const unsure = unsureNumbers(
    sql,
    everybody.flatMap((one) => one.numbers),
  );
  const owners = ownersOf(everybody, greetings);
  const numbers = everybody.map(({ phone }) => phone).filter(Boolean);
  const { template, guests: byTemplate } = templateInstead(sql, "birthday", numbers, at);
  const quiet = endOfQuiet(at, limitsIn(sql).quiet, env().TIME_ZONE);
  const tasks = tasksOf(sql, branch, date);
  const told = new Set<string>();
  const guests = everybody.map((one): CampaignGuest => {
    const { id, name, phone, branch: own, voucher } = one;
    const owner = owners.get(sharedBy(one));
    const facts = {
      name,
      phone,
      optedOut: one.numbers.some((digits) => optedOut.has(digits)),
      mayHaveSaidNo: one.numbers.some((digits) => unsure.has(digits)),
      neverAsked: unasked.has(phone),
      sharesWith: owner && owner !== one ? owner.name : null,
      voucher: voucher && { file: voucher.file, state: stateOf(voucher, today) },
      greetings: one.names.flatMap((called) => greetings.get(called) ?? []).sort((a, b) => a.seq - b.seq),
    };
    for (const { item } of facts.greetings) told.add(item);
    const shown_phone = phone && (shownNumbers(`+${phone}`)[0]?.shown ?? `+${phone}`);
    return { id, name, phone, shown_phone, branch: own, by_template: byTemplate.has(phone), ...standingOf(facts) };
  });
  // Of a guest who was written to more than once, it is told of the message by which they stand.
  for (const { item } of guests) if (item) told.delete(item);
  const ids = tasks.map(({ id }) => id);
  const { next, howMany } = nextTryOf(sql, ids, snapshot);
  const sendable = guests.flatMap((one) => (one.sendable ? [one.phone] : []));
  return {
    guests,
    failed: failedOfCampaign(sql, asked).filter(({ id }) => !told.has(id)),
    tasks,
    came: { ...cameOf(countsOf(sql, ids)), redeemed: redeemedOf(everybody) },
    workers: sentBy(sql, branch, date),
    quiet_until: quiet === null ? null : new Date(quiet).toISOString(),
    forecast: sendable.length > 0 ? forecastOf(sql, { kind: "birthday", guests: sendable, at }) : null,
    template,
    ...next,
    ...howMany,
    obstacle: obstacleOf(sql, ids, at),
    workers_now: workersAt(sql, at),
    paused: tasks[0] ? pausedAlone(sql, tasks[0].id) : null,
  };
}

function celebrantsOf(everybody: readonly BirthdayGuest[], branch: BranchKey, vouchers: readonly VoucherRow[]): Celebrant[] {
  const find = voucherFinder(vouchers.filter(isDrawn));
  return everybody.map(({ id, name, phones, branch: own }): Celebrant => {
    const numbers = readPhones(phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    const voucher = (numbers.length > 0 && find({ id, numbers })) || null;
    const known = [...new Set([...numbers, ...(voucher?.numbers ?? [])].map(({ digits }) => digits))];
    const names = known.map((one) => dedupeKeyOf({ kind: "birthday", digits: one, table_name: "", text: "" }));
    return { id, name, branch: isRestaurant(own) ? own : branch, phone: numbers[0]?.digits ?? "", voucher, numbers: known, names };
  });
}

type Known = Greeting & { seq: number; name: string };

interface GreetingRow extends WaitingRow {
  same_as: string;
  name: string;
  status: ItemStatus;
  at: string;
  branch: string;
  date: string | null;
  worker: string | null;
  sandbox: number;
  unanswered: number;
}

const GREETINGS = `SELECT ${WAITING_COLUMNS.replace(/\w+/g, "i.$&")}, i.same_as, i.name, coalesce(i.ended_at, i.created_at) AS at,
  t.branch, t.date, ${WORKER_OF} AS worker, ${IN_SANDBOX} AS sandbox, ${UNANSWERED} AS unanswered
  FROM queue_item i JOIN queue_task t ON t.id = i.task_id
  WHERE i.same_as IN (SELECT value FROM json_each(?)) AND i.created_at > ? ORDER BY i.created_at, i.id`;

function greetingsNamed(snapshot: QueueSnapshot, names: readonly string[], ours: { branch: string; date: string }) {
  const { sql } = snapshot;
  const since = new Date(snapshot.at - sameFor(limitsIn(sql), "birthday")).toISOString();
  const rows = statement<[string, string], GreetingRow>(sql, GREETINGS).all(JSON.stringify(names), since);
  const standing = standingsOf(rows, snapshot);
  const byName = new Map<string, Known[]>();
  for (const [seq, row] of rows.entries()) {
    const { id, same_as, name, status, last_code, at, branch, date, worker } = row;
    const known: Known = {
      seq,
      name,
      item: id,
      status,
      error: standing(row).error,
      worker,
      sandbox: row.sandbox === 1,
      unanswered: row.unanswered === 1,
      isUncertain: last_code === UNCERTAIN,
      isOurs: branch === ours.branch && date === ours.date,
      branch,
      on: localDate(new Date(at), env().TIME_ZONE),
    };
    byName.set(same_as, [...(byName.get(same_as) ?? []), known]);
  }
  return byName;
}

/** One voucher, or one number, is one guest to write to, however many of the book have it. */
const sharedBy = ({ id, phone, voucher }: Celebrant) => voucher?.id ?? (phone || id);

/** Who of those that share a number is written to: who was already, or whom the voucher names, or the first. */
function ownersOf(everybody: readonly Celebrant[], greetings: ReadonlyMap<string, Known[]>): Map<string, Celebrant> {
  const groups = new Map<string, Celebrant[]>();
  for (const one of everybody) groups.set(sharedBy(one), [...(groups.get(sharedBy(one)) ?? []), one]);
  return new Map(
    [...groups].flatMap(([shared, group]) => {
      const written = group.find((one) => one.names.some((called) => greetings.get(called)?.some(({ name }) => name === one.name)));
      const owner = written ?? group.find(({ name, voucher }) => voucher?.name === name) ?? group[0];
      return owner ? [[shared, owner] as const] : [];
    }),
  );
}

/** How many went to guests, those to the sandbox left out, and what came of them. */
function cameOf(rows: readonly CountRow[]) {
  const sent = rows.reduce((sum, { status, count, sandbox }) => sum + (status === "SENT" ? count - sandbox : 0), 0);
  return { sent, ...arrivedOf(rows) };
}

/** How many vouchers of some guests were redeemed: one that several share counts once. */
function redeemedOf(everybody: readonly Celebrant[]): number {
  return new Set(everybody.flatMap(({ voucher }) => (voucher?.used_at ? [voucher.id] : []))).size;
}

function whoSaidNo(sql: Database.Database, everybody: readonly Celebrant[]): Set<string> {
  const phones = JSON.stringify(everybody.flatMap(({ numbers }) => numbers));
  const text = "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL AND digits IN (SELECT value FROM json_each(?))";
  return new Set(statement<[string], string>(sql, text).pluck().all(phones) as string[]);
}

const OF_CAMPAIGN = "FROM queue_task t JOIN queue_item i ON i.task_id = t.id WHERE t.date = ? AND t.branch = ? AND t.kind = 'birthday'";
const COUNTS = `SELECT t.id, max(i.prefer_worker) AS worker, json_group_array(i.status) AS states ${OF_CAMPAIGN} GROUP BY t.id ORDER BY t.id`;

function tasksOf(sql: Database.Database, branch: string, date: string): CampaignTask[] {
  const rows = statement<[string, string], { id: string; worker: string | null; states: string }>(sql, COUNTS).all(date, branch);
  return rows.map(({ id, worker, states }): CampaignTask => {
    const counts = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
    const all = JSON.parse(states) as ItemStatus[]; // as the column holds them
    for (const status of all) counts[status]++;
    const { SENT: sent, FAILED: failed, CANCELLED: cancelled } = counts;
    return { id, status: taskStatusOf(counts), total: all.length, sent, failed, cancelled, worker };
  });
}

const LAST = "(SELECT worker FROM queue_attempt WHERE item_id = i.id ORDER BY seq DESC LIMIT 1)";
const SENT_BY = `SELECT worker AS id, count(*) AS sent, sum(sandbox) AS sandbox FROM (SELECT ${LAST} AS worker, ${IN_SANDBOX} AS sandbox ${OF_CAMPAIGN} AND i.status = 'SENT')
  WHERE worker IS NOT NULL GROUP BY worker ORDER BY worker`;

/** As the workers' cards count: a message that is sent counts for whoever had it last, whether the worker or WhatsApp said so first. */
function sentBy(sql: Database.Database, branch: string, date: string): Campaign["workers"] {
  return statement<[string, string], Campaign["workers"][number]>(sql, SENT_BY).all(date, branch);
}
