import { statfsSync } from "node:fs";
import type Database from "better-sqlite3";
import { namesOfWhoMay, userName } from "../auth/user-name";
import { storeInWords, storeSize } from "../backups/backups";
import { type Caller, holds, holdsEverything, mayWorkIn } from "../caller";
import { timestamp } from "../clock";
import { backupSize, isTrueBackup, listBackups } from "../db/backup-files";
import type { Branch } from "../db/branch";
import { dataDir, hubFile, type StorePlace, storeFile, storeKindsOf } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env, keptBranches } from "../env";
import { readHealth } from "../health/health";
import { birthdaysOff, HOUSE_SWITCHES, switchedOn } from "../house-switches";
import { type BranchKey, branchName, restaurants } from "../known-branches";
import { localDate, localTime } from "../local-time";
import { programmeNow } from "../loyalty/programme/programme";
import { EVERYTHING, type Permission } from "../permissions";
import { pausesOf } from "../queue/pause/state";
import { listWorkers } from "../queue/workers/workers";
import { longDate } from "../shown-dates";
import { PERCENT, VALID_DAYS } from "../vouchers/voucher";
import type { ControlState } from "./contract";
import { type Found, factsOf } from "./facts";
import { limitsInShort } from "./limits-in-short";
import { peopleInShort } from "./people-in-short";

type Asking = Pick<Caller, "requirePermission" | "branches">;

/** How the house stands, of the branches that somebody may see. What they may not see of it is null. */
export async function controlStateFor(caller: Asking, mine: readonly Branch[]): Promise<ControlState> {
  const { sql } = await hubStore();
  const found = await look(sql, caller, mine);
  const seesPeople = holds(caller, "user_create");
  return {
    as_of: found.now,
    health: factsOf(found, whenInWords(found.now)),
    switches: switchesOf(sql, caller),
    rules: {
      day_ends_at: env().DAY_ENDS_AT,
      end_of_day_at: env().END_OF_DAY_AT,
      points: pointsInShort(sql),
      voucher_percent: PERCENT,
      voucher_days: VALID_DAYS,
      limits: seesPeople ? await limitsInShort() : null,
    },
    people: seesPeople && caller.branches === null ? peopleInShort(sql) : null,
    privacy: holdsEverything(caller) ? backupsInShort(places()) : null,
    helpers: {
      user_create: namesOfWhoMay(sql, ["user_create"]),
      // As the statement compares it: whoever holds everything holds this too.
      everything: namesOfWhoMay(sql, [EVERYTHING as Permission]),
    },
  };
}

/** `19:05`, `yesterday at 23:20` or `20 November 2026 at 23:20`, as the restaurants read it. */
function whenInWords(now: string): (instant: string) => string {
  const zone = env().TIME_ZONE;
  const today = localDate(new Date(now), zone);
  const yesterday = localDate(new Date(Date.parse(now) - 86_400_000), zone);
  return (instant) => {
    const at = new Date(instant);
    const day = localDate(at, zone);
    const time = localTime(at, zone);
    return day === today ? `today at ${time}` : day === yesterday ? `yesterday at ${time}` : `${longDate(day)} at ${time}`;
  };
}

async function look(sql: Database.Database, caller: Asking, mine: readonly Branch[]): Promise<Found> {
  const seesAll = caller.branches === null;
  const kept = places().filter(({ owner }) => (owner === "hub" ? seesAll : mayWorkIn(caller.branches, owner)));
  const { stores } = await readHealth();
  const codeOf = (branch: string) => stores.find((one) => one.branch === branch && !one.ok)?.code ?? null;
  const branches = await Promise.all(
    restaurants()
      .filter((branch) => mayWorkIn(caller.branches, branch))
      .map(async (branch) => ({
        name: branchName(branch),
        isKept: keptBranches().includes(branch),
        code: codeOf(branch),
        last: await lastWritten(mine.find(({ key }) => key === branch)),
      })),
  );
  return {
    now: timestamp(),
    stores: kept.reduce((sum, { file }) => sum + storeSize(file), 0),
    disk: disk(),
    backups: kept.map((place) => ({ name: storeInWords(place), newest: newestBackup(place) })),
    branches,
    workers: (await listWorkers(false))
      .filter(({ branch }) => branch === "" || seesAll || mayWorkIn(caller.branches, branch))
      .map((worker) => ({ ...worker, dealt: waiting(sql, caller, worker.id) })),
    waiting: waiting(sql, caller),
  };
}

const WAITING = `SELECT count(*) FROM queue_item WHERE status = 'PENDING' AND (@branches IS NULL OR branch IN (SELECT value FROM json_each(@branches)))
  AND (@worker IS NULL OR prefer_worker = @worker)`;

/** How many messages of the caller's branches wait. @param worker only those that were dealt to it */
function waiting(sql: Database.Database, { branches }: Pick<Caller, "branches">, worker: string | null = null): number {
  const asked = { branches: branches && JSON.stringify(branches), worker };
  return statement<[typeof asked], number>(sql, WAITING).pluck().get(asked) ?? 0;
}

/** The stores that this server keeps. */
function places(): StorePlace[] {
  const ofBranch = (owner: BranchKey) => storeKindsOf(owner).map((kind) => ({ owner, kind, file: storeFile(owner, kind) }));
  return [{ owner: "hub", kind: "hub", file: hubFile() }, ...keptBranches().flatMap(ofBranch)];
}

const newestBackup = ({ file }: StorePlace) => listBackups(file).find(isTrueBackup)?.madeAt.toISOString() ?? null;

function pointsInShort(sql: Database.Database): ControlState["rules"]["points"] {
  const { is_on, per_visit, unit } = programmeNow(sql);
  return is_on ? { per_visit, unit } : null;
}

function backupsInShort(all: readonly StorePlace[]): NonNullable<ControlState["privacy"]> {
  const backups = all.flatMap(({ file }) => listBackups(file).map((one) => ({ ...one, file })));
  const bytes = backups.reduce((sum, { file, name }) => sum + backupSize(file, name), 0);
  const newest = all.map(newestBackup).reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);
  return { backups: backups.length, bytes, newest };
}

const LAST = "SELECT at FROM event ORDER BY seq DESC LIMIT 1";

/** When somebody last wrote in a branch's stores; null where nothing was written, or where they cannot be read. */
async function lastWritten(branch: Branch | undefined): Promise<string | null> {
  if (!branch) return null;
  const stores = await Promise.all([branch.table("probe").catch(() => null), branch.contacts().catch(() => null)]);
  const last = stores.flatMap((store) => (store ? (statement<[], { at: string }>(store.sql, LAST).get()?.at ?? []) : []));
  return last.toSorted().at(-1) ?? null;
}

function disk(): Found["disk"] {
  try {
    const { bavail, blocks, bsize } = statfsSync(dataDir());
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}

function switchesOf(sql: Database.Database, { branches }: Pick<Caller, "branches">): ControlState["switches"] {
  const pauses = pausesOf(sql);
  const named = (branch: string | null, { by, at }: { by: string; at: string }) => ({ branch, by: userName(sql, by) ?? by, at });
  const sending = pauses.stopped.filter((branch) => mayWorkIn(branches, branch)).map((branch) => named(branch, pauses.of(branch)));
  const campaigns = pauses.stoppedCampaigns.flatMap((campaign) => {
    const [branch = "", date = ""] = campaign.split(" ");
    return date !== "" && mayWorkIn(branches, branch) ? [{ ...named(branch, pauses.ofCampaign(campaign)), date }] : [];
  });
  return {
    sending: pauses.group.cancelled ? [named(null, pauses.group), ...sending] : sending,
    campaigns,
    birthdays_off: restaurants().flatMap((branch) => {
      const off = mayWorkIn(branches, branch) ? switchedOn(sql, birthdaysOff(branch)) : null;
      return off ? [{ branch, by: off.by, at: off.at }] : [];
    }),
    notice: switchedOn(sql, HOUSE_SWITCHES.notice),
    read_only: switchedOn(sql, HOUSE_SWITCHES.readOnly),
  };
}
