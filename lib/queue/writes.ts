import { v7 as uuid } from "uuid";
import type { BranchKey } from "../branches";
import { isBranchKey } from "../branches";
import type { Caller } from "../caller";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
import { AppError } from "../errors";
import { readPhones } from "../phones";
import type { EnqueueBody, Enqueued, QueueItem, TaskKind } from "./contract";
import { OPTED_OUT } from "./items/rules";
import { queueBell } from "./leases/reads";
import type { Limits } from "./limits/contract";
import { limitsIn } from "./limits/reads";
import { sameFor } from "./limits/rules";
import { menuFor } from "./media/reads";
import { messageIdOf, samenessOf } from "./messages/rules";
import { BIRTHDAY_TEXT, dealt, kindOf, MAY_ENQUEUE, MENU_TEXT, PRIORITY, queuedText, textFor } from "./rules";
import { workersOnline } from "./workers/reads";

interface Wanted {
  index: number;
  name: string;
  digits: string;
  branch: string;
  text: string;
  table_name: string;
  pdf_path: string;
  voucher: string;
  same_as: string;
}

const NO_PHONE = "No number that WhatsApp could reach.";

/**
 * Puts messages into the queue: all of those that can go, or none (domain.md, queue item; whatsapp.md 5). Sent again with the
 * same key it gives the first answer; without a key, what is the same is found by what it says, and left out.
 * @throws AppError `invalid_request`, `forbidden`, `branch_forbidden`
 */
export async function enqueueMessages(branch: Branch, body: EnqueueBody, by: WriteBy, caller: Caller): Promise<Enqueued> {
  const kind = kindOf(body);
  caller.requirePermission(MAY_ENQUEUE[kind]);
  const { wanted, invalid } = await readItems(kind, body, branch.key, caller);
  if (wanted.length === 0) throw new AppError("invalid_request", "No valid phone numbers to enqueue. Nothing was queued.");
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const at = now().getTime();
    const { fresh, duplicates, skipped } = await withoutSame(tx, kind, wanted, limitsIn(hub.sql), at);
    const task_id = fresh.length > 0 ? uuid() : null;
    const left_out = invalid.length + skipped.length;
    const answer = {
      ok: true as const,
      enqueued: fresh.length,
      duplicates,
      invalid,
      skipped,
      task_id,
      detail: queuedText(fresh.length, duplicates, left_out),
    };
    if (task_id === null) return { answer, happened: [] };
    await writeTask(tx, { id: task_id, kind, branch: branch.key }, fresh, preferred(body, fresh.length, workersOnline(hub.sql)), by, at);
    const payload = { kind, branch: branch.key, enqueued: fresh.length, duplicates, left_out };
    return { answer, happened: [{ kind: "messages.queued", subjects: [task_id], payload }] };
  });
  queueBell().ring();
  return answer;
}

/** What each item asks for, and the guests whom nobody can write to. @throws AppError `invalid_request` */
async function readItems(kind: TaskKind, body: EnqueueBody, usualBranch: BranchKey, caller: Caller) {
  const wanted: Wanted[] = [];
  const invalid: Enqueued["invalid"] = [];
  const menus = menusOnce();
  for (const [index, item] of body.items.entries()) {
    const branch = item.branch && isBranchKey(item.branch.toLowerCase()) ? item.branch.toLowerCase() : (item.branch ?? usualBranch);
    caller.requireBranch(branch);
    const text = textFor(wordsOf(kind, item, body.message), item.name, branch);
    // A menu that is not there stops all of it, also where nobody can be written to.
    const pdf_path = kind === "menu" || item.pdf_path ? await menus(item.pdf_path, branch) : "";
    const number = readPhones(item.phone).find(({ key }) => key !== "");
    if (!number) {
      invalid.push({ index, name: item.name, reason: NO_PHONE });
      continue;
    }
    const voucher = kind === "birthday" ? await voucherFor(item, body.date, number.digits) : "";
    const table_name = item.table_name ?? "";
    const { digits } = number;
    const same_as = samenessOf({ kind, digits, table_name, text });
    wanted.push({ index, name: item.name, digits, branch, text, table_name, pdf_path, voucher, same_as });
  }
  return { wanted, invalid };
}

/** As `menuFor`, and looks at each file once for all who get it. */
function menusOnce(): typeof menuFor {
  const known = new Map<string, Promise<string>>();
  return (named, branch) => {
    const key = JSON.stringify([named ?? "", branch]);
    const menu = known.get(key) ?? menuFor(named, branch);
    known.set(key, menu);
    return menu;
  };
}

function wordsOf(kind: TaskKind, item: QueueItem, message: string | undefined): string {
  const words = item.message || message;
  if (words) return words;
  if (kind === "service") throw new AppError("invalid_request", "Message cannot be empty. Nothing was queued.");
  return kind === "menu" ? MENU_TEXT : BIRTHDAY_TEXT;
}

/** The picture of a guest's voucher: the one named, or the one made for that birthday; empty where there is none. */
async function voucherFor(item: QueueItem, date: string | undefined, digits: string): Promise<string> {
  const { sql } = await hubStore();
  if (item.voucher) {
    const found = statement<[string, string], { file: string }>(sql, "SELECT file FROM voucher WHERE id = ? OR file = ?").get(
      item.voucher,
      item.voucher,
    );
    if (found) return found.file;
    throw new AppError(
      "invalid_request",
      "One of the vouchers is not known here. Nothing was queued. Generate the vouchers, then send again.",
    );
  }
  if (!date) return "";
  const made = statement<[string, string], { file: string }>(sql, "SELECT file FROM voucher WHERE date = ? AND digits = ?").get(
    date,
    digits,
  );
  return made?.file ?? "";
}

/** Leaves out who said no, and to whom the same is on its way or went out within its time; also twice in one batch. */
async function withoutSame(tx: Tx<"hub">, kind: TaskKind, wanted: readonly Wanted[], limits: Limits, at: number) {
  const json = JSON.stringify(wanted.map(({ digits, same_as }) => ({ digits, same_as })));
  const optedOut = await tx.$queryRaw<{ digits: string }[]>`
    SELECT r.digits FROM json_each(${json}) j JOIN recipient r ON r.digits = j.value ->> 'digits' WHERE r.opted_out_at IS NOT NULL`;
  // CROSS JOIN: by itself SQLite goes through all that wait, and through the whole batch for each of them.
  const known = await tx.$queryRaw<{ same_as: string }[]>`
    SELECT i.same_as FROM json_each(${json}) j CROSS JOIN queue_item i ON i.same_as = j.value ->> 'same_as'
    WHERE i.created_at > ${new Date(at - sameFor(limits, kind)).toISOString()} AND i.status IN ('PENDING', 'IN_PROGRESS', 'SENT')`;
  const taken = new Set(known.map(({ same_as }) => same_as));
  const saidNo = new Set(optedOut.map(({ digits }) => digits));
  const fresh: Wanted[] = [];
  const skipped: Enqueued["skipped"] = [];
  let duplicates = 0;
  for (const one of wanted) {
    const left = (reason: string) => skipped.push({ index: one.index, name: one.name, reason });
    if (saidNo.has(one.digits)) left(OPTED_OUT);
    else if (taken.has(one.same_as)) {
      duplicates++;
      left("The same message is on its way to this guest, or went out lately.");
    } else {
      taken.add(one.same_as);
      fresh.push(one);
    }
  }
  return { fresh, duplicates, skipped };
}

/** Whom each message is dealt to: the worker that was asked for, or, of a campaign, those that are online, in turn. */
function preferred({ prefer_worker, ...body }: EnqueueBody, count: number, online: readonly string[]): (string | null)[] {
  if (prefer_worker) return Array.from({ length: count }, () => (online.includes(prefer_worker) ? prefer_worker : null));
  return kindOf({ ...body, prefer_worker }) === "birthday" ? dealt(count, online) : Array.from({ length: count }, () => null);
}

async function writeTask(
  tx: Tx<"hub">,
  task: { id: string; kind: TaskKind; branch: string },
  wanted: readonly Wanted[],
  workers: readonly (string | null)[],
  by: WriteBy,
  at: number,
): Promise<void> {
  const created_at = new Date(at).toISOString();
  await tx.queueTask.create({ data: { ...task, created_at, created_by: by.actor.id } });
  const rows = wanted.map(({ index: _, ...item }, position) => {
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
    INSERT INTO queue_item (id, task_id, position, kind, branch, name, digits, message_kind, text, table_name, pdf_path, voucher,
      same_as, status, message_id, run_at, priority, prefer_worker, created_at)
    SELECT j.value ->> 'id', ${task.id}, j.value ->> 'position', ${task.kind}, j.value ->> 'branch', j.value ->> 'name',
      j.value ->> 'digits', j.value ->> 'message_kind', j.value ->> 'text', j.value ->> 'table_name', j.value ->> 'pdf_path',
      j.value ->> 'voucher', j.value ->> 'same_as', 'PENDING', j.value ->> 'message_id', ${created_at}, ${PRIORITY[task.kind]},
      j.value ->> 'prefer_worker', ${created_at}
    FROM json_each(${JSON.stringify(rows)}) j`;
}
