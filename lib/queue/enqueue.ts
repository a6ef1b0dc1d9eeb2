import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { eveningHours } from "../business-day";
import { type Caller, holds } from "../caller";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { requireOpenIn } from "../db/branch-rows";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import type { Happening } from "../events";
import { requireBirthdays } from "../house-switches";
import { requireRestaurant } from "../require-open-branch";
import { failpoint } from "../test-hooks";
import type { EnqueueBody, Enqueued, TaskKind } from "./contract";
import { dealt } from "./deal-to-workers";
import { messageIdOf } from "./duplicates/identity";
import { filterRecipients } from "./filter-recipients";
import { recallNo } from "./hub-journal/read-opt-out";
import { workerNotifier } from "./leases/worker-notifier";
import { nobodyText } from "./left-out-reasons";
import { limitsIn } from "./limits/stored-limits";
import { queuedText } from "./queued-text";
import { readItems, type Wanted } from "./read-enqueue";
import { requireSeated } from "./require-seated";
import { birthdayOver } from "./send-policy/too-late";
import { dateOfVouchers, kindOf, MOST_PER_DAY, PRIORITY } from "./tasks";
import { isOfficial } from "./templates/missing";
import { templateInstead } from "./templates/who-gets-template";
import { MAY_ENQUEUE } from "./who-may-send";
import { ableWorkers, workersFor } from "./workers/workers";

const DAY = 24 * 3_600_000;

/** What of a branch a message needs; what the server itself sends is in nobody's call. */
export type QueueBranch = Pick<Branch, "key" | "contacts" | "table">;

interface More {
  /** From when on they are not sent any more, where that is not told by what they are: ISO 8601. */
  until?: string | null;
  /** The id of their task, where somebody must find it by that. */
  task?: string;
  /** They answer what their guest wrote to this number, which sends them and no other one. */
  answerFrom?: string;
  /** The picture that goes along with each, below the data folder. */
  picture?: string;
  /** What else stands or falls with them; not done where all of them were left out. It may refuse. */
  alongside?: (tx: Tx<"hub">, task: string) => Promise<Happening[]>;
}

/**
 * Puts messages into the queue: all of those that can go, or none (docs/design/domain.md, queue item; docs/design/whatsapp.md 5). Sent
 * again with the same key it gives the first answer; without a key, what is the same is found by what it says, and left out.
 * @throws AppError `invalid_request`, `forbidden`, `branch_forbidden`, `no_restaurant` for greetings of central
 */
export async function enqueueMessages(
  branch: QueueBranch,
  body: EnqueueBody,
  by: WriteBy,
  caller: Caller,
  { until, task, answerFrom, picture, alongside = async () => [] }: More = {},
): Promise<Enqueued> {
  const kind = kindOf(body);
  caller.requirePermission(MAY_ENQUEUE[kind]);
  if (kind === "birthday") requireRestaurant(branch.key, "Nothing was queued.");
  if (kind === "birthday") requireBirthdays((await hubStore()).sql, branch.key);
  if (kind === "menu" && !body.items.every(({ table_name }) => table_name)) throw new AppError("invalid_request", NO_TABLE);
  if (kind === "menu" && !holds(caller, MAY_ENQUEUE.service)) await requireSeated(branch, body);
  const { wanted: read, invalid } = await readItems(kind, body, branch, caller);
  const wanted = picture === undefined ? read : read.map((one) => ({ ...one, voucher: picture }));
  if (wanted.length === 0) throw new AppError("invalid_request", nobodyText(invalid));
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    await requireOpenIn(tx, branch.key); // it may have been closed since the door
    const at = now().getTime();
    const { fresh, duplicates, skipped } = await withoutSame(tx, hub.sql, kind, wanted, at, caller.branches);
    refuseTooMany(hub.sql, branch.key, fresh.length, at);
    const instead = inPlaceOfWords(hub.sql, kind, fresh, at);
    const task_id = fresh.length > 0 ? (task ?? uuid()) : null;
    const left_out = invalid.length + skipped.length;
    const answer = {
      ok: true as const,
      enqueued: fresh.length,
      duplicates,
      invalid,
      skipped,
      ...instead,
      task_id,
      detail: queuedText(fresh.length, duplicates, left_out - duplicates, instead),
    };
    if (task_id === null) return { answer, happened: [] };
    const date = kind === "birthday" ? (body.date ?? dateOfVouchers(fresh.map(({ voucher }) => voucher))) : null;
    const workers = preferred(body, fresh.length, workersFor(hub.sql, kind, at));
    const not_after = until ?? birthdayOver(date, limitsIn(hub.sql).quiet, eveningHours(env()).timeZone, at);
    await writeTask(tx, { id: task_id, kind, branch: branch.key, date, not_after, answerFrom: answerFrom ?? null }, fresh, workers, by, at);
    const payload = { kind, branch: branch.key, enqueued: fresh.length, duplicates, left_out };
    return { answer, happened: [{ kind: "messages.queued", subjects: [task_id], payload }, ...(await alongside(tx, task_id))] };
  });
  failpoint("enqueue:committed");
  workerNotifier().notify();
  return answer;
}

/** How many guests get the approved template and nothing of what was written to them; at most, where others than official numbers send too. */
function inPlaceOfWords(sql: Database.Database, kind: TaskKind, fresh: readonly Wanted[], at: number): InPlaceOfWords {
  const numbers = fresh.map(({ digits }) => digits);
  const { template, guests } = templateInstead(sql, kind, numbers, at);
  const by_template = template?.body.includes("message") ? 0 : guests.size;
  return { by_template, by_template_at_most: by_template > 0 && ableWorkers(sql, at).some((one) => !isOfficial(one)) };
}

type InPlaceOfWords = Required<Pick<Enqueued, "by_template" | "by_template_at_most">>;

/** A letter among menus would get the PDF, and pass by the right to write one. */
const NO_TABLE =
  "A menu goes to the guests of a table, and not every message of the list names one. Nothing was queued. Send the others as a list of their own.";

/** docs/design/reliability.md S-30: whoever gets hold of a sign-in does not write to a whole book. @throws AppError `rate_limited` */
function refuseTooMany(sql: Database.Database, branch: string, more: number, at: number): void {
  const since = new Date(at - DAY).toISOString();
  const { queued } = statement<[string, string], { queued: number }>(
    sql,
    "SELECT count(*) AS queued FROM queue_task t JOIN queue_item i ON i.task_id = t.id WHERE t.created_at > ? AND t.branch = ?",
  ).get(since, branch) ?? { queued: 0 };
  if (queued + more <= MOST_PER_DAY) return;
  const most = MOST_PER_DAY.toLocaleString("en");
  const sentence = `A branch queues at most ${most} messages in 24 hours, and has queued ${queued.toLocaleString("en")}. Nothing was queued. Send the rest tomorrow.`;
  throw new AppError("rate_limited", sentence, { retryAfter: 3_600 });
}

/** As `filterRecipients`; a no of somebody who was erased since counts again. */
async function withoutSame(
  tx: Tx<"hub">,
  sql: Database.Database,
  kind: TaskKind,
  wanted: readonly Wanted[],
  at: number,
  branches: Caller["branches"],
) {
  const numbers = wanted.flatMap((one) => one.numbers);
  await recallNo(tx, numbers);
  // By the transaction itself: only it knows yet what was recalled.
  const optedOut = await tx.$queryRaw<{ digits: string }[]>`
    SELECT r.digits FROM json_each(${JSON.stringify(numbers)}) j JOIN recipient r ON r.digits = j.value WHERE r.opted_out_at IS NOT NULL`;
  return filterRecipients(sql, kind, wanted, new Set(optedOut.map(({ digits }) => digits)), at, branches);
}

/** Whom each message is dealt to: the worker that was asked for, or, of a campaign, those that are online, in turn. */
function preferred({ prefer_worker, ...body }: EnqueueBody, count: number, online: readonly string[]): (string | null)[] {
  if (prefer_worker) return Array.from({ length: count }, () => (online.includes(prefer_worker) ? prefer_worker : null));
  return kindOf({ ...body, prefer_worker }) === "birthday" ? dealt(count, online) : Array.from({ length: count }, () => null);
}

async function writeTask(
  tx: Tx<"hub">,
  {
    not_after,
    answerFrom,
    ...task
  }: { id: string; kind: TaskKind; branch: string; date: string | null } & Record<"not_after" | "answerFrom", string | null>,
  wanted: readonly Wanted[],
  workers: readonly (string | null)[],
  by: WriteBy,
  at: number,
): Promise<void> {
  const created_at = new Date(at).toISOString();
  await tx.queueTask.create({ data: { ...task, created_at, created_by: by.actor.id } });
  failpoint("enqueue:task");
  const rows = wanted.map(({ index: _, same_anywhere: __, numbers: ___, ...item }, position) => {
    const id = uuid();
    return {
      ...item,
      id,
      position,
      message_kind: item.voucher ? "image" : item.pdf_path ? "document" : "text",
      message_id: messageIdOf(id, 1),
      prefer_worker: workers[position] ?? null,
    };
  });
  // One statement, whatever their number: Prisma's `createMany` takes several times as long for ten thousand rows.
  await tx.$executeRaw`
    INSERT INTO queue_item (id, task_id, position, kind, branch, guest_branch, name, digits, message_kind, text, table_name, pdf_path,
      menu_version, voucher, same_as, status, account, message_id, run_at, priority, prefer_worker, not_after, answers_guest, created_at)
    SELECT j.value ->> 'id', ${task.id}, j.value ->> 'position', ${task.kind}, ${task.branch}, j.value ->> 'guest_branch', j.value ->> 'name',
      j.value ->> 'digits', j.value ->> 'message_kind', j.value ->> 'text', j.value ->> 'table_name', j.value ->> 'pdf_path',
      j.value ->> 'menu_version', j.value ->> 'voucher', j.value ->> 'same_as', 'PENDING', ${answerFrom}, j.value ->> 'message_id', ${created_at}, ${PRIORITY[task.kind]},
      j.value ->> 'prefer_worker', ${not_after}, ${answerFrom !== null}, ${created_at}
    FROM json_each(${JSON.stringify(rows)}) j`;
  failpoint("enqueue:items");
}
