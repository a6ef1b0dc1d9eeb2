import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { type Caller, mayWorkIn } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import type { EnqueueBody, Enqueued, TaskKind } from "./contract";
import type { askInDoubt, Later } from "./duplicates/contract";
import { COUNTS_SINCE } from "./duplicates/identity";
import { inTheseWords } from "./duplicates/same-words";
import { goneUnknown } from "./hub-journal/journal";
import { UNCERTAIN } from "./item-states";
import { MAY_HAVE_SAID_NO, OPTED_OUT } from "./left-out-reasons";
import { paceOf, sameFor } from "./limits/default-limits";
import { limitsIn } from "./limits/stored-limits";
import { readItems, type Wanted } from "./read-enqueue";
import { unsureNumbers } from "./recipients/ambiguous-replies";
import { neverAsked } from "./recipients/never-asked";
import { NEVER_ASKED } from "./recipients/purposes";
import { offWorkers } from "./send-policy/able-numbers";
import { guestHold, transportOf } from "./send-policy/policy";
import { messagesHad } from "./send-policy/policy-facts";
import { ableWorkers } from "./workers/workers";

/** Who of some numbers has said no to messages. */
function whoSaidNo(sql: Database.Database, digits: readonly string[]): Set<string> {
  const text = "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL AND digits IN (SELECT value FROM json_each(?))";
  return new Set(statement<[string], string>(sql, text).pluck().all(JSON.stringify(digits)));
}

// CROSS JOIN: by itself SQLite goes through all that wait, and through the whole batch for each of them.
const SAME = `SELECT i.same_as, i.branch, i.ended_at FROM json_each(?) j CROSS JOIN queue_item i ON i.same_as = j.value
  WHERE ${COUNTS_SINCE} AND (i.status IN ('PENDING', 'IN_PROGRESS', 'SENT') OR i.last_code = ?) ORDER BY i.ended_at IS NULL, i.ended_at`;

/** The same that goes or went last, by what makes two the same. A greeting that may have arrived counts as one that did. */
function sameQueued(sql: Database.Database, kind: TaskKind, wanted: readonly Wanted[], since: number): Map<string, Queued> {
  const doubted = kind === "birthday" ? UNCERTAIN : "";
  const names = JSON.stringify(wanted.flatMap(({ same_anywhere }) => same_anywhere));
  const rows = statement<[string, string, string], { same_as: string; branch: string; ended_at: string | null }>(sql, SAME).all(
    names,
    new Date(since).toISOString(),
    doubted,
  );
  return new Map(rows.map(({ same_as, branch, ended_at }) => [same_as, { branch, at: ended_at === null ? null : Date.parse(ended_at) }]));
}

interface Queued {
  branch: string;
  /** When it went, in milliseconds; null while it waits. */
  at: number | null;
}

/** Of another branch's message: neither whose it is nor when it went is said. */
const SAME_ELSEWHERE = "The same message may have reached this guest already.";

const SAME_LATELY = "The same message is on its way to this guest, or went out lately.";

/**
 * Leaves out who said no, or may have, and to whom the same is on its way or went out within its time; also twice in one batch. A
 * greeting that may have arrived counts as one that did: nobody is wished a happy birthday twice because nobody knows. It is asked
 * before somebody queues, and once more as it is queued: by one rule.
 * @param saidNo the numbers whose guests have said no; @param at the server's time in milliseconds
 * @param branches those that the caller may see; null for all of them
 */
export function filterRecipients(
  sql: Database.Database,
  kind: TaskKind,
  wanted: readonly Wanted[],
  saidNo: ReadonlySet<string>,
  at: number,
  branches: Caller["branches"],
) {
  const limits = limitsIn(sql);
  const lasts = sameFor(limits, kind);
  const queued = sameQueued(sql, kind, wanted, at - lasts);
  const isWritten = inTheseWords(sql, kind, wanted, new Date(at - sameFor(limits, "service")).toISOString());
  const names = wanted.flatMap(({ same_anywhere }) => same_anywhere);
  const taken = new Set([...queued.keys(), ...goneUnknown(sql, names, at - lasts)]);
  const numbers = wanted.map(({ digits }) => digits);
  const unasked = neverAsked(sql, limits, kind, numbers);
  const everyNumber = wanted.flatMap((one) => one.numbers);
  const unsure = unsureNumbers(sql, everyNumber);
  const fresh: Wanted[] = [];
  const inThisList = new Map<string, Wanted>();
  const skipped: Enqueued["skipped"] = [];
  let duplicates = 0;
  for (const one of wanted) {
    const left = (reason: string) => skipped.push({ index: one.index, name: one.name, reason, again_from: null });
    const leftAsSame = (reason: string, again: number | null) => {
      const again_from = again === null ? null : new Date(again).toISOString();
      skipped.push({ index: one.index, name: one.name, reason, again_from, same: true });
    };
    if (one.numbers.some((digits) => saidNo.has(digits))) left(OPTED_OUT);
    else if (one.numbers.some((digits) => unsure.has(digits))) left(MAY_HAVE_SAID_NO);
    else if (unasked.has(one.digits)) left(NEVER_ASKED);
    else if (isWritten(one) || one.same_anywhere.some((same) => taken.has(same))) {
      duplicates++;
      const [twin] = one.same_anywhere.flatMap((same) => inThisList.get(same) ?? []);
      const [last] = one.same_anywhere.flatMap((same) => queued.get(same) ?? []).sort((a, b) => (b.at ?? at) - (a.at ?? at));
      if (twin) left(`${twin.name || "Another guest"} of this list has the same number, and gets it.`);
      else if (last && !mayWorkIn(branches, last.branch)) left(SAME_ELSEWHERE);
      else leftAsSame(SAME_LATELY, last?.at && !isWritten(one) ? last.at + lasts : null);
    } else {
      for (const same of one.same_anywhere) {
        taken.add(same);
        inThisList.set(same, one);
      }
      fresh.push(one);
    }
  }
  return { fresh, duplicates, skipped };
}

/**
 * Whose message would wait because of what they have had, by the way that lets it go first; where no worker could send now, by those that
 * somebody can start.
 */
function whoWouldWait(sql: Database.Database, kind: TaskKind, wanted: readonly Wanted[], at: number): Later[] {
  const limits = limitsIn(sql);
  const able = ableWorkers(sql, at);
  const transports = new Set(
    (able.length > 0 ? able : offWorkers(sql, at)).flatMap(({ account }) => (account === null ? [] : [transportOf(account)])),
  );
  const ways = [...transports].map((one) => paceOf(limits, one));
  if (ways.length === 0) return [];
  const had = messagesHad(
    sql,
    wanted.map(({ digits }) => digits),
    at,
  );
  return wanted.flatMap(({ index, name, digits }) => {
    const [first] = ways
      .map((pace) => guestHold({ kind, answers_guest: false }, had.get(digits) ?? [], pace))
      .sort((one, other) => one.from - other.from);
    return first && first.from > at ? [{ index, name, reason: first.detail, from: new Date(first.from).toISOString() }] : [];
  });
}

/** Letters in these words that may have arrived, by what makes two the same. */
const IN_DOUBT = `SELECT DISTINCT i.same_as FROM json_each(?) j CROSS JOIN queue_item i ON i.same_as = j.value
  WHERE ${COUNTS_SINCE} AND i.last_code = '${UNCERTAIN}'`;

/**
 * What whoever writes a letter hears before it is queued: whose guests may have the same within its time, who would be left out by the
 * rule that the queue applies, and who would wait. @throws AppError `invalid_request`, `branch_forbidden`
 */
export async function letterPreview(
  branch: Branch,
  body: Pick<EnqueueBody, "items">,
  caller: Caller,
): Promise<AnswerOf<typeof askInDoubt>> {
  const { wanted, invalid } = await readItems("service", body, branch, caller);
  const { sql } = await hubStore();
  const at = now().getTime();
  const since = new Date(at - sameFor(limitsIn(sql), "service")).toISOString();
  const names = JSON.stringify(wanted.map(({ same_as }) => same_as));
  const known = new Set(statement<[string, string], string>(sql, IN_DOUBT).pluck().all(names, since));
  const saidNo = whoSaidNo(
    sql,
    wanted.flatMap((one) => one.numbers),
  );
  const { fresh, skipped } = filterRecipients(sql, "service", wanted, saidNo, at, caller.branches);
  return {
    may_have: wanted.flatMap(({ index, same_as }) => (known.has(same_as) ? [index] : [])),
    left_out: [...invalid, ...skipped].sort((one, other) => one.index - other.index),
    later: whoWouldWait(sql, "service", fresh, at),
  };
}
