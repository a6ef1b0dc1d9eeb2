import { counted } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
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
  by: string;
  notes: string;
  timeZone: string;
}

/** A name in its own direction, also where the text is pasted. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** So many messages that wait are named. */
const NAMED = 40;

/** The hand-over as plain text, as it is copied and printed. */
export function handOverText({ live, logs, pending, sending, by, notes, timeZone }: HandOver): string {
  const parts: [string, string[]][] = [
    ["To handle", live.to_handle.map((item) => `- ${toHandleLine(item, timeZone)}`)],
    ["Tables still open", logs ? openTables(logs, timeZone) : ["- Not known: the live feed did not answer."]],
    ["Promised, and not sent yet", pending ? promised(pending) : ["- Not known: the queue did not answer."]],
    ["Guests who wrote", sending ? written(sending) : ["- Not known: the server did not say."]],
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

function promised(pending: readonly Pick<PendingItem, "name" | "table_name">[]): string[] {
  const lines = pending
    .slice(0, NAMED)
    .map(({ name, table_name }) => `- ${isolated(name)}: ${table_name ? `the menu, ${table_name}` : "a message"}`);
  return pending.length > NAMED ? [...lines, `- and ${pending.length - NAMED} more`] : lines;
}

function written({ replies = 0, undecided = 0, unanswered = 0 }: SendingInShort): string[] {
  return [
    ...(replies > 0 ? [`- ${replies === 1 ? "1 reply" : `${replies} replies`} that nobody has read`] : []),
    ...(undecided > 0 ? [`- ${counted(undecided, "guest")} who may have said no: read and decide`] : []),
    ...(unanswered > 0 ? [`- ${counted(unanswered, "message")} without an answer, which may have arrived`] : []),
  ];
}
