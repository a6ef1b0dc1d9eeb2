import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { OF_GUEST } from "../item-sql";
import { MAY_HAVE_SAID_NO, storedReason } from "../left-out-reasons";
import { missingTemplate, startsFor, stoppedFor, waysOf } from "../obstacles/obstacles";
import { nobodySends, numberStopped, ownNumberRests } from "../obstacles/words";
import { TAKES } from "../send-policy/number-ready";
import { whoCan } from "../who-may-send";
import type { KnownSender } from "../workers/workers";
import { handedOverInWords } from "./handed-over";
import { NOW, type Told, triesOf } from "./next-try";
import type { QueueSnapshot } from "./queue-snapshot";
import type { WaitingRow } from "./waiting-row";

/** How one message stands: what every list, card and dialog says of it comes from here. */
export interface Standing {
  next: Told;
  /** Why it waits or failed: a sentence. What `next` says already is not said again. */
  error: string | null;
  /** It does not go before somebody does something: `error` says what, or the obstacle of all that waits. */
  blocked: boolean;
  undecided: boolean;
}

/** Of some messages, how each stands, by its id. */
export function standingsOf(rows: readonly WaitingRow[], snapshot: QueueSnapshot): (row: WaitingRow) => Standing {
  const waiting = rows.filter(({ status }) => status === "PENDING");
  const tries = triesOf(waiting, snapshot);
  const blocks = blocksOf(waiting, snapshot);
  const reason = reasonIn(snapshot);
  const isSilent = snapshot.senders().every(({ can_send }) => !can_send);
  return (row) => {
    const next = tries.get(row.id);
    if (!next) {
      const since = handedOverInWords(row, snapshot.at, snapshot.hours.timeZone);
      return { next: NOW, error: [reason(row, NOW), since].filter(Boolean).join(" ") || null, blocked: false, undecided: false };
    }
    if (next.waits_for?.what === "decision") return { next, error: MAY_HAVE_SAID_NO, blocked: false, undecided: true };
    // Of what its guest has had enough for now: to start a PC, or to name a template, changes nothing of that.
    if (row.last_code === OF_GUEST && next.next_try !== null) return { next, error: reason(row, next), blocked: false, undecided: false };
    const block = isSilent || next.next_try === null || row.last_code === NO_TEMPLATE ? blocks(row) : null;
    if (block === null) return { next, error: reason(row, next), blocked: false, undecided: false };
    // That nobody sends at all is said above all of them.
    return { next: NOW, error: isSilent ? null : block, blocked: true, undecided: false };
  };
}

const NO_TEMPLATE = "NO_TEMPLATE";

type Stored = Pick<WaitingRow, "status" | "kind" | "last_code" | "last_error">;

/** Why a message waits or failed, beside when it goes on: a sentence, or null where that says it already, or it is true no more. */
export function reasonIn(snapshot: QueueSnapshot): (message: Stored, next: Told) => string | null {
  return ({ status, kind, last_code, last_error }, { next_try, too_late, in_vain, waits_for }) => {
    const error = storedReason({ last_code, error: last_error });
    if (status !== "PENDING" || error === MAY_HAVE_SAID_NO) return error;
    if (too_late) return null;
    switch (last_code) {
      case "QUIET":
        return in_vain || next_try === null ? null : error;
      case "NUMBER": // of the number that asked last: another one may take it now
        return in_vain || waits_for || next_try === null ? null : error;
      case NO_TEMPLATE:
        return in_vain || waits_for ? null : templateReason(kind, snapshot);
      default:
        return error;
    }
  };
}

/**
 * What the numbers that could send it lack for it, or while none can, all of them; null where one of them lacks nothing.
 * @param meant those that may send it
 */
function templateReason(
  kind: WaitingRow["kind"],
  { gaps, senders, off, who }: QueueSnapshot,
  meant: readonly KnownSender[] = senders(),
): string | null {
  const able = ableOf(meant);
  if (able.some(({ account }) => !gaps().has(kind, account))) return null;
  const stopped = stoppedFor(kind, meant, gaps());
  if (stopped) return numberStopped(stopped).reason;
  const startable = off().filter(({ id, ready }) => ready && meant.some((one) => one.id === id));
  const { reason } = missingTemplate(kind, able, gaps(), waysOf(kind, able, startable, gaps()));
  return `${reason} ${whoCan(who())}`.trim();
}

function ableOf(senders: readonly KnownSender[]): readonly KnownSender[] {
  const able = senders.filter(({ can_send }) => can_send);
  return able.length > 0 ? able : senders;
}

/** Whether a message was ever begun: else it is one number's alone because its guest wrote to that. */
function wasBegun(sql: Database.Database, id: string): boolean {
  return statement<[string], unknown>(sql, "SELECT 1 FROM queue_attempt WHERE item_id = ? LIMIT 1").get(id) !== undefined;
}

/** What somebody has to do before a message goes, where nothing else lets it go: a sentence; null otherwise. */
function blocksOf(rows: readonly WaitingRow[], snapshot: QueueSnapshot): (row: WaitingRow) => string | null {
  const { takers, senders } = snapshot;
  const takes = takers().takesOf(rows);
  return (row) => {
    const meant = senders().filter(({ account }) => row.account === null || row.account === account);
    const able = meant.filter(({ can_send }) => can_send);
    if (able.length === 0) {
      const othersSend = senders().some(({ can_send }) => can_send);
      const isOwn = othersSend || (meant.length === 0 && senders().length > 0);
      return (
        (isOwn
          ? ownNumberRests(meant, wasBegun(snapshot.sql, row.id))
          : nobodySends(meant, startsFor(snapshot.sql, [row.kind], snapshot.at))
        )?.reason ?? null
      );
    }
    return able.every(({ account }) => takes(row, account) === TAKES.byTemplate) ? templateReason(row.kind, snapshot, meant) : null;
  };
}
