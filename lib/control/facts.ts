import { inList } from "../in-list";
import { bytesInWords } from "./bytes-in-words";
import type { ControlFact } from "./contract";

/** What was found, for the sentences. Instants are ISO 8601. */
export interface Found {
  /** In bytes. */
  stores: number;
  disk: { free: number; total: number } | null;
  /** Of each store of this server: when its newest backup was made; null for none. */
  backups: { name: string; newest: string | null }[];
  branches: { name: string; isKept: boolean; code: string | null; last: string | null }[];
  workers: { name: string; online: boolean; can_send: boolean; last_seen: string; problem: string | null; dealt: number }[];
  /** Messages that wait. */
  waiting: number;
  now: string;
}

/** With less room, in bytes, the next backup or import may fail half-way; and with less than so much of the disk somebody should look. */
const BAD_ROOM = 200 * 1024 * 1024;
const LOOK_ROOM = 2 * 1024 * 1024 * 1024;
/** A backup is made each business day: one that is older than this, in milliseconds, was missed. */
const MISSED_BACKUP = 36 * 60 * 60 * 1000;
/** A restaurant is closed one evening a week. */
const SILENT_BRANCH = 3 * 24 * 60 * 60 * 1000;

type When = (instant: string) => string;

/** How the parts of the house stand, each as a sentence that is true, with what somebody can do. @param when an instant as people read it */
export function factsOf(found: Found, when: When): ControlFact[] {
  return [diskOf(found), sizeOf(found), backupsOf(found, when), ...branchesOf(found, when), ...workersOf(found, when)];
}

const age = (found: Found, instant: string) => Date.parse(found.now) - Date.parse(instant);

function diskOf({ disk }: Found): ControlFact {
  const about = { key: "disk", name: "Free disk" };
  if (!disk)
    return { ...about, tone: "look", says: "The system does not say how much room is left.", todo: "Ask whoever keeps the server." };
  const says = `${bytesInWords(disk.free)} of ${bytesInWords(disk.total)} are free.`;
  if (disk.free < BAD_ROOM)
    return { ...about, tone: "bad", says, todo: "The next backup or import may fail. Ask whoever keeps the server to make room now." };
  if (disk.free < LOOK_ROOM || disk.free < disk.total / 20)
    return { ...about, tone: "look", says, todo: "Ask whoever keeps the server to make room this week." };
  return { ...about, tone: "good", says, todo: null };
}

function sizeOf({ stores }: Found): ControlFact {
  return { key: "size", name: "Database", tone: "good", says: `All that is kept takes ${bytesInWords(stores)}.`, todo: null };
}

function backupsOf(found: Found, when: When): ControlFact {
  const about = { key: "backups", name: "Last backup" };
  const without = found.backups.filter(({ newest }) => newest === null);
  const missed = found.backups.filter(({ newest }) => newest !== null && age(found, newest) > MISSED_BACKUP);
  const todo = "It is made by itself each day: look at the free disk, and ask whoever keeps the server.";
  if (without.length === found.backups.length)
    return {
      ...about,
      tone: "look",
      says: "There is none yet.",
      todo: "The first is made a minute after the server has started: look again then.",
    };
  if (without.length > 0) return { ...about, tone: "bad", says: `There is no backup of ${names(without)}.`, todo };
  const [oldest] = missed.toSorted((a, b) => (a.newest ?? "").localeCompare(b.newest ?? ""));
  if (oldest?.newest) return { ...about, tone: "bad", says: `The last backup of ${names(missed)} is of ${when(oldest.newest)}.`, todo };
  const newest = found.backups.reduce<string>((last, { newest: one }) => (one && one > last ? one : last), "");
  return { ...about, tone: "good", says: `Everything has a backup of the last day; the newest is of ${when(newest)}.`, todo: null };
}

function branchesOf(found: Found, when: When): ControlFact[] {
  return found.branches.map(({ name, isKept, code, last }) => {
    const about = { key: `branch ${name}`, name };
    if (!isKept) return { ...about, tone: "good", says: "Kept on a server of its own, which says there how it stands.", todo: null };
    if (code !== null)
      return {
        ...about,
        tone: "bad",
        says: "Its data cannot be used now.",
        todo: "Whoever works there reads why at the top of every page. Ask whoever keeps the server.",
      };
    if (last === null) return { ...about, tone: "look", says: "Nothing has been written here yet.", todo: null };
    if (age(found, last) > SILENT_BRANCH)
      return {
        ...about,
        tone: "look",
        says: `Nothing has been written since ${when(last)}.`,
        todo: "If it is open, look whether its tablets reach this server.",
      };
    return { ...about, tone: "good", says: `Last written ${when(last)}.`, todo: null };
  });
}

function workersOf(found: Found, when: When): ControlFact[] {
  if (found.workers.length === 0) {
    const says = `No worker PC has been started: ${messages(found.waiting)}.`;
    return [
      {
        key: "workers",
        name: "Worker PCs",
        tone: found.waiting > 0 ? "bad" : "look",
        says,
        todo: "WhatsApp messages go out when one runs.",
      },
    ];
  }
  return found.workers.map(({ name, online, can_send, last_seen, problem, dealt }): ControlFact => {
    const about = { key: `worker ${name}`, name };
    if (!online)
      return {
        ...about,
        tone: "look",
        says: `Not heard of since ${when(last_seen)}.`,
        todo: "Start Daftar on that PC, or leave it off if it is not used any more.",
      };
    if (!can_send)
      return {
        ...about,
        tone: "bad",
        says: problem ?? "It runs, and cannot send now.",
        todo: "Whatsapp Live Queue says what to do about it.",
      };
    return { ...about, tone: "good", says: `Sends. ${dealt === 0 ? "Nothing waits for it." : `${messages(dealt)} for it.`}`, todo: null };
  });
}

const messages = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "message waits" : "messages wait"}`;
/** So many are named, and the others counted. */
const NAMED = 3;
const names = (all: readonly { name: string }[]) =>
  inList([...all.slice(0, NAMED).map(({ name }) => name), ...(all.length > NAMED ? [`${all.length - NAMED} more`] : [])]);
