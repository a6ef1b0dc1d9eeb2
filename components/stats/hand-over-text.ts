import { MOST_PENDING } from "@/components/queue/queries";
import { counted } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
import { isolated } from "@/lib/isolated";
import { branchName } from "@/lib/known-branches";
import type { PendingItem } from "@/lib/queue/contract";
import type { SendingInShort } from "@/lib/queue/sending-in-short";
import { dayAndTime, longDate } from "@/lib/shown-dates";
import type { LiveStats, ToHandle } from "@/lib/stats/contract";
import type { TableLogEntry } from "@/lib/tables/contract";

/** All that the next shift is told. */
export interface HandOver {
  live: LiveStats;
  /** Undefined where it could not be asked for: then it says so. */
  logs: readonly TableLogEntry[] | undefined;
  pending: readonly Pick<PendingItem, "name" | "table_name">[] | undefined;
  sending: SendingInShort | null | undefined;
  /** Whether who hands over may read what guests write. */
  readsReplies: boolean;
  by: string;
  notes: string;
  timeZone: string;
}

/** So many messages that wait are named. */
const NAMED = 40;

/** The hand-over as plain text, as it is copied and printed. */
export function handOverText({ live, logs, pending, sending, readsReplies, by, notes, timeZone }: HandOver): string {
  const parts: [string, string[]][] = [
    ["To handle", live.to_handle.map((item) => `- ${toHandleLine(item, timeZone)}`)],
    ["Tables still open", logs ? [...openTables(logs, timeZone), ...notShown(live)] : ["- Not known: the live feed did not answer."]],
    ["Promised, and not sent yet", pending ? promised(pending) : ["- Not known: the queue did not answer."]],
    ["Guests who wrote", sending ? written(sending, readsReplies) : ["- Not known: the server did not say."]],
    ["Notes", notes.trim() === "" ? [] : [notes.trim()]],
  ];
  const head = `Shift hand-over, ${longDate(live.business_day)}\nAs of ${dayAndTime(live.at, timeZone)}${by ? `, by ${by}` : ""}`;
  return [head, ...parts.map(([title, lines]) => `${title}\n${lines.length > 0 ? lines.join("\n") : "- Nothing."}`)].join("\n\n");
}

function toHandleLine(item: ToHandle, timeZone: string): string {
  switch (item.kind) {
    case "birthday":
      return `${isolated(item.name)} has a birthday today: table ${item.table}, ${branchName(item.branch)}.`;
    case "worker_offline":
      return `The worker ${isolated(item.name)} is offline since ${dayAndTime(item.last_seen, timeZone)}.`;
    case "failing":
      return `${item.failed} of ${counted(item.of, "message")} of ${branchName(item.branch)} failed.`;
    case "silent":
      return `${branchName(item.branch)} has saved no table since ${timeOfDay(item.since, timeZone)}.`;
    case "end_of_day":
      return `${branchName(item.branch)}: End of Day has not taken ${counted(item.tables, "table")} of ${longDate(item.date)}.`;
  }
}

function openTables(logs: readonly TableLogEntry[], timeZone: string): string[] {
  return logs
    .filter(({ closed }) => !closed)
    .map(({ branch, table, hostess, waiter, since, time, contacts }) => {
      const seated = `${counted(contacts.length, "guest")} since ${timeOfDay(since ?? time, timeZone)}`;
      return `- ${branchName(branch)}, table ${table}: ${isolated(hostess)}, ${isolated(waiter)}; ${seated}`;
    });
}

/** A branch of which nothing is known has no open table only as far as this list goes. */
function notShown({ branches }: LiveStats): string[] {
  return branches.flatMap(({ branch, why }) =>
    why ? [`- ${branchName(branch)}: not known, ${why === "elsewhere" ? "it is kept on another server" : "it cannot be read now"}.`] : [],
  );
}

function promised(pending: readonly Pick<PendingItem, "name" | "table_name">[]): string[] {
  const lines = pending
    .slice(0, NAMED)
    .map(({ name, table_name }) => `- ${isolated(name)}: ${table_name ? `the menu, ${table_name}` : "a message"}`);
  const left = pending.length - NAMED;
  return left > 0 ? [...lines, `- and ${pending.length >= MOST_PENDING ? "at least " : ""}${left} more`] : lines;
}

function written({ replies = 0, undecided = 0, unanswered = 0 }: SendingInShort, readsReplies: boolean): string[] {
  return [
    ...(readsReplies ? [] : ["- Not told: who hands over may not read what guests write."]),
    ...(replies > 0 ? [`- ${replies === 1 ? "1 reply" : `${replies} replies`} that nobody has dealt with`] : []),
    ...(undecided > 0 ? [`- ${counted(undecided, "guest")} who may have said no: read and decide`] : []),
    ...(unanswered > 0 ? [`- ${counted(unanswered, "message")} without an answer, which may have arrived`] : []),
  ];
}
