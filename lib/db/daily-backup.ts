import { now } from "../clock";
import { log } from "../log";
import { backUp } from "./backup";
import { dayOfBackup, listBackups, PUT_ASIDE } from "./backup-files";
import type { Owner } from "./files";
import { hubFile, storeFile, storeKindsOf } from "./files";
import { branchStore, hubStore, keptBranches } from "./stores";

/** How often the clock is looked at, in milliseconds. It may be set, and the machine may have slept. */
const LOOK_EVERY = 60_000;
const HOUR = 3_600_000;

/** Runs a backup as the long work that it is; given from outside, because jobs know stores and not the other way round. */
type AsJob = (owner: Owner, work: () => Promise<string>) => Promise<string>;

const atOnce: AsJob = (_owner, work) => work();

/**
 * From now on, every store of this server that has no backup of the business day gets one: a minute after the start, when
 * the next day has begun, and an hour after one that failed. It keeps no process alive.
 * @param asJob what stands around the backup of each store
 * @param lookEvery milliseconds, for tests
 * @returns ends it; a backup that is under way is finished
 */
export function startDailyBackups(asJob: AsJob = atOnce, lookEvery: number = LOOK_EVERY): () => void {
  let hour: number | null = null;
  let running = false;
  const look = () => {
    const thisHour = Math.floor(now().getTime() / HOUR);
    if (running || thisHour === hour) return;
    running = true;
    hour = thisHour;
    void backUpDaily(asJob).finally(() => {
      running = false;
    });
  };
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Backs up each store that has no backup of this business day yet, whatever that one was made for: one after the other,
 * so that they do not take the disk from the evening's work. A store that fails is logged and holds up no other.
 * @returns the names of the backups
 */
export async function backUpDaily(asJob: AsJob = atOnce): Promise<string[]> {
  const today = dayOfBackup(now());
  const made: string[] = [];
  const stores: { owner: Owner; file: string; open: () => Promise<unknown> }[] = [
    { owner: "hub", file: hubFile(), open: hubStore },
    ...keptBranches().flatMap((branch) =>
      storeKindsOf(branch).map((kind) => ({ owner: branch, file: storeFile(branch, kind), open: () => branchStore(branch, kind) })),
    ),
  ];
  for (const { owner, file, open } of stores) {
    try {
      await open(); // a store that does not pass the gate gets no backup that could push a whole one out
      const [newest] = listBackups(file).filter(({ reason }) => reason !== PUT_ASIDE);
      if (newest && dayOfBackup(newest.madeAt) >= today) continue;
      made.push(await asJob(owner, () => backUp(file, "daily")));
    } catch (error) {
      log().warn({ err: error }, "a daily backup was not made");
    }
  }
  return made;
}
