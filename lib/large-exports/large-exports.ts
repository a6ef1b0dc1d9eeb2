import type { AnswerOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { type Caller, mayWorkIn } from "../caller";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { LARGE_EXPORT } from "../export-formats";
import { localDate } from "../local-time";
import type { listLargeExports } from "./contract";

/** Under this name somebody's choices keep up to which event they have seen. */
const SEEN = "large-exports";

/** Older ones nobody is told of any more; they stay in the trail. In milliseconds. */
const TOLD_FOR = 30 * 24 * 60 * 60 * 1000;
/** So many lines at once: whoever has seen these hears of the next. */
const MOST_TOLD = 20;

const COUNTED = `SELECT seq, at, actor_id, payload ->> '$.branch' AS branch, payload ->> '$.guests' AS guests, payload ->> '$.reason' AS reason
  FROM event WHERE kind = 'data.exported' AND at > ? AND payload ->> '$.guests' > 0 ORDER BY seq`;

interface Row {
  seq: number;
  at: string;
  actor_id: string;
  branch: string;
  guests: number;
  reason: string | null;
}

/**
 * What somebody took out of the caller's branches in a day, where that is large and the caller has not seen all of it: by anybody, because an
 * account may be in a stranger's hands, and all files of a day together, because a book goes out in small ones too.
 */
export async function unseenExports(userId: string, { branches }: Pick<Caller, "branches">): Promise<AnswerOf<typeof listLargeExports>> {
  const { read, sql } = await hubStore();
  const kept = await read.userChoice.findUnique({ where: { user_id_about: { user_id: userId, about: SEEN } } });
  const seen = seenUpTo(kept?.value);
  const since = new Date(now().getTime() - TOLD_FOR).toISOString();
  const mine = statement<[string], Row>(sql, COUNTED)
    .all(since)
    .filter(({ branch }) => mayWorkIn(branches, branch));
  const zone = env().TIME_ZONE;
  const ofDays = grouped(mine, ({ actor_id, at }) => `${localDate(new Date(at), zone)} ${actor_id}`);
  const large = ofDays.filter((files) => guestsIn(files) > LARGE_EXPORT);
  const lines = large
    .flatMap((files) => grouped(files, ({ branch }) => branch))
    .filter((files) => lastOf(files).seq > seen)
    .toSorted((a, b) => lastOf(a).seq - lastOf(b).seq);
  // The oldest come first: what has been seen is kept as one place in the trail, and nobody has seen what stands behind it.
  const told = lines.slice(0, MOST_TOLD);
  const exports = told.toReversed().map((files) => {
    const { at, actor_id, branch, reason } = lastOf(files);
    return { at, who: userName(sql, actor_id) ?? actor_id, branch, guests: guestsIn(files), files: files.length, reason: reason ?? "" };
  });
  const newest = told.at(-1);
  return { exports, more: lines.length - told.length, up_to: newest ? lastOf(newest).seq : null };
}

function grouped(rows: readonly Row[], by: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return [...groups.values()];
}

const guestsIn = (files: readonly Row[]) => files.reduce((sum, { guests }) => sum + guests, 0);

function lastOf(files: readonly Row[]): Row {
  const last = files.at(-1);
  if (!last) throw new Error("Nobody took no file.");
  return last;
}

const seenUpTo = (kept: string | undefined): number => Number(kept ?? 0) || 0;

/** Notes it of one person alone, of no more than they were told. It is no change of the house's data: no event says it. */
export async function noteSeen(caller: Pick<Caller, "branches">, userId: string, upTo: number, by: WriteBy): Promise<{ ok: true }> {
  const { up_to: told } = await unseenExports(userId, caller);
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const where = { user_id_about: { user_id: userId, about: SEEN } };
    const kept = await tx.userChoice.findUnique({ where });
    const row = { user_id: userId, about: SEEN, value: String(Math.max(Math.min(upTo, told ?? 0), seenUpTo(kept?.value))) };
    await tx.userChoice.upsert({ where, create: row, update: row });
    return { answer: { ok: true }, happened: [] };
  });
}
