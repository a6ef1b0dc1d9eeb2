import { now } from "../clock";
import { keptBranches } from "../env";
import { log } from "../log";
import { startRoutine } from "../routine";
import { backUp } from "./backup";
import { dayOfBackup, HOURLY, isTrueBackup, listBackups } from "./backup-files";
import type { Owner } from "./files";
import { hubFile, storeFile, storeKindsOf } from "./files";
import { branchStore, hubStore } from "./find-store";
import { endOf, type LastCommit } from "./last-commits";

/** How often the clock is looked at, in milliseconds. It may be set, and the machine may have slept. */
const LOOK_EVERY = 60_000;
const HOUR = 3_600_000;

/** Runs a backup as the long work that it is; given from outside, because jobs know stores and not the other way round. */
type AsJob = (owner: Owner, work: () => Promise<string>) => Promise<string>;

const atOnce: AsJob = (_owner, work) => work();

/**
 * From now on, every store of this server that has no backup of the business day gets one: a minute after the start, when
 * the next day has begun, and an hour after one that failed. The hub, which all branches write, is copied every hour. It keeps
 * no process alive.
 * @param asJob what stands around the backup of each store
 * @param lookEvery milliseconds, for tests
 * @returns ends it, and settles when a backup that is under way is finished: it reads the store, which can be closed only then
 */
export function startDailyBackups(asJob: AsJob = atOnce, lookEvery: number = LOOK_EVERY): () => Promise<void> {
  let hour: number | null = null;
  let copied: LastCommit | null = null;
  return startRoutine(lookEvery, "the daily backups were not looked after; the next look does", async (signal) => {
    const thisHour = Math.floor(now().getTime() / HOUR);
    const isNewHour = thisHour !== hour;
    hour = thisHour;
    if (isNewHour) await backUpDaily(asJob, () => !signal.aborted);
    if (!signal.aborted) copied = await backUpHub(copied);
  });
}

/** The hub is copied when its newest copy is as old as this, in milliseconds: with a look a minute, an hour is lost at most. */
const HUB_EVERY = 58 * 60_000;

/**
 * Copies the hub where it was written since its last copy and that is nearly an hour old.
 * @param copied where it ended with the last copy that this made
 * @returns the same of now
 */
async function backUpHub(copied: LastCommit | null): Promise<LastCommit | null> {
  try {
    await hubStore();
    const [newest] = listBackups(hubFile()).filter(isTrueBackup);
    const end = endOf(hubFile());
    const isFresh = newest && Math.abs(now().getTime() - newest.madeAt.getTime()) < HUB_EVERY;
    if (isFresh || (copied && end?.turns === copied.turns)) return copied;
    await backUp(hubFile(), HOURLY);
    return end;
  } catch (error) {
    log().warn({ err: error }, "the hourly copy of the group's store was not made; it is tried again");
    return copied;
  }
}

interface DailyStore {
  owner: Owner;
  file: string;
  open: () => Promise<unknown>;
}

function dailyStores(): DailyStore[] {
  return [
    { owner: "hub", file: hubFile(), open: hubStore },
    ...keptBranches().flatMap((branch) =>
      storeKindsOf(branch).map((kind) => ({ owner: branch, file: storeFile(branch, kind), open: () => branchStore(branch, kind) })),
    ),
  ];
}

function hasBackupOf(day: string, file: string): boolean {
  const newest = listBackups(file).find(isTrueBackup);
  return newest !== undefined && dayOfBackup(newest.madeAt) >= day;
}

/** Whether no store waits for its backup of this business day any more. */
export function isBackedUpToday(): boolean {
  const today = dayOfBackup(now());
  return dailyStores().every(({ file }) => hasBackupOf(today, file));
}

/**
 * Backs up each store that has no backup of this business day yet, whatever that one was made for: one after the other,
 * so that they do not take the disk from the evening's work. A store that fails is logged and holds up no other.
 * @param goesOn asked before each store: a server that stops begins no other
 * @returns the names of the backups
 */
export async function backUpDaily(asJob: AsJob = atOnce, goesOn: () => boolean = () => true): Promise<string[]> {
  const today = dayOfBackup(now());
  const made: string[] = [];
  for (const { owner, file, open } of dailyStores()) {
    if (!goesOn()) break;
    try {
      await open(); // a store that does not pass the check before opening gets no backup that could push a whole one out
      if (hasBackupOf(today, file)) continue;
      made.push(await asJob(owner, () => backUp(file, "daily")));
    } catch (error) {
      log().warn({ err: error }, "a daily backup was not made");
    }
  }
  return made;
}
