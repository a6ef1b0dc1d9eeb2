import { setImmediate as nextTurn } from "node:timers/promises";
import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { type Caller, mayWorkIn } from "../caller";
import { type ChainCheck, checkChain, type Head } from "../db/event-chain";
import { storeKindsOf } from "../db/files";
import { branchStore, hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import type { EventPayloads } from "../events";
import { writeRefusals } from "../refusals";
import type { AuditEntry, AuditQuery, checkAudit, listAudit } from "./contract";
import { type AuditFilters, cursorOf, type EventRow, entryOf, type Position, positionOf, type Seen, spanOf, widened } from "./entries";
import type { Names } from "./people";

/** So many events are looked at for one page at most: what is rare is found over several pages, and nobody else waits. */
const MOST_LOOKED_AT = 20_000;
/** So many at a time of each store. */
const CHUNK = 100;

/** A store whose events are part of the trail. */
interface Source {
  /** Its name in a position, and in the check: `jounieh table`, or `hub`. */
  name: string;
  /** The branch, or `hub`. */
  where: string;
  sql: Database.Database;
}

interface Trail {
  sources: Source[];
  unavailable: string[];
}

/** The stores whose events this person may see: whoever is limited to some branches, theirs, and in the hub what belongs to them. */
async function trailOf({ branches }: Pick<Caller, "branches">, store?: string): Promise<Trail> {
  const trail: Trail = { sources: [], unavailable: [] };
  const add = async (name: string, where: string, open: () => Promise<{ sql: Database.Database }>) => {
    if (store && store !== where && where !== "hub") return; // events of one branch may also be in the hub
    try {
      trail.sources.push({ name, where, sql: (await open()).sql });
    } catch {
      trail.unavailable.push(name);
    }
  };
  await add("hub", "hub", hubStore);
  for (const branch of keptBranches().filter((one) => mayWorkIn(branches, one))) {
    for (const kind of storeKindsOf(branch)) await add(`${branch} ${kind}`, branch, () => branchStore(branch, kind));
  }
  return trail;
}

/**
 * A page of the trail, the newest first.
 * @throws AppError `invalid_request` for a place that no answer gave
 */
export async function listTrail({ before, limit, ...filters }: AuditQuery, caller: Caller): Promise<AnswerOf<typeof listAudit>> {
  await writeRefusals(true);
  const position = before === undefined ? {} : positionOf(before);
  if (!position) throw new AppError("invalid_request", "This is no place in the trail. Begin anew.");
  const trail = await trailOf(caller, filters.store);
  const { names, people } = await whoIsWho(caller);
  const page = { entries: [] as AuditEntry[], next: null as string | null };
  for await (const step of walk(trail.sources, position, { ...filters, branches: caller.branches }, names)) {
    if (step.entry) page.entries.push(step.entry);
    if (page.entries.length < limit && step.lookedAt < MOST_LOOKED_AT) continue;
    page.next = cursorOf(step.position);
    break;
  }
  return { ...page, unavailable: trail.unavailable, people };
}

/** The whole trail that the filters leave, for a file. */
export async function* wholeTrail(filters: AuditFilters, caller: Caller): AsyncGenerator<AuditEntry> {
  await writeRefusals(true);
  const { sources } = await trailOf(caller, filters.store);
  const { names } = await whoIsWho(caller);
  for await (const { entry } of walk(sources, {}, { ...filters, branches: caller.branches }, names)) if (entry) yield entry;
}

interface Step {
  /** Null for an event that the filters leave out. */
  entry: AuditEntry | null;
  /** Up to where all stores have been read, this event included. */
  position: Position;
  lookedAt: number;
}

/** Goes back in time over all stores at once. */
async function* walk(sources: Source[], from: Position, filters: Seen, names: Names): AsyncGenerator<Step> {
  const span = spanOf(filters, env().TIME_ZONE);
  const { from: since, until } = widened(span);
  const position: Position = { ...from };
  const readers = sources.map((source) => ({ source, next: backwards(source.sql, from[source.name] ?? beginning(source.sql, until)) }));
  const heads = readers.map(({ source, next }) => ({ source, next, row: next() }));
  for (const { source, row } of heads) position[source.name] ??= row ? row.seq + 1 : 0;
  for (let lookedAt = 1; ; lookedAt += 1) {
    const newest = heads.reduce((a, b) => (isNewer(b.row, a.row) ? b : a), heads[0] as (typeof heads)[number]);
    const row = newest?.row;
    if (!row || (since !== null && row.at < since)) return;
    position[newest.source.name] = row.seq;
    newest.row = newest.next();
    yield { entry: entryOf(row, newest.source.where, filters, span, names), position, lookedAt };
    if (lookedAt % CHUNK === 0) await nextTurn();
  }
}

const isNewer = (a: EventRow | null, b: EventRow | null) => a !== null && (b === null || a.at > b.at);

/** The events of a store below a number, from the last one down, some at a time. */
function backwards(sql: Database.Database, below: number): () => EventRow | null {
  const some = statement<[number], EventRow>(sql, `SELECT * FROM event WHERE seq < ? ORDER BY seq DESC LIMIT ${CHUNK}`);
  let rows: EventRow[] = [];
  let at = 0;
  let last = below;
  return () => {
    if (at === rows.length) {
      rows = some.all(last);
      at = 0;
    }
    const row = rows[at] ?? null;
    at += 1;
    if (row) last = row.seq;
    else at = rows.length;
    return row;
  };
}

/** The number above which all events are later. They are numbered as they came, so that a time is found by halving. */
function beginning(sql: Database.Database, until: string | null): number {
  const last = statement<[], { seq: number }>(sql, "SELECT coalesce(max(seq), 0) AS seq FROM event").get()?.seq ?? 0;
  if (until === null) return last + 1;
  const at = statement<[number], { at: string }>(sql, "SELECT at FROM event WHERE seq >= ? ORDER BY seq LIMIT 1");
  let low = 1;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((at.get(middle)?.at ?? "") < until && middle <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function whoIsWho({ branches }: Pick<Caller, "branches">): Promise<{ names: Names; people: { id: string; name: string }[] }> {
  const { sql } = await hubStore();
  const users = statement<[], { id: string; name: string }>(sql, "SELECT id, username AS name FROM user ORDER BY username_key").all();
  // Names of colleagues of other branches are none of theirs to choose from; in an entry of their branch they stand.
  return { names: new Map(users.map(({ id, name }) => [id, name])), people: branches === null ? users : [] };
}

const OF_KIND = "SELECT payload FROM event WHERE kind = ? ORDER BY seq";

/** Which events of each store say less because somebody was erased, as the hub noted it. */
function erasedEvents(hub: Database.Database): Map<string, Map<number, Set<string>>> {
  const erased = new Map<string, Map<number, Set<string>>>();
  for (const { payload } of statement<[string], { payload: string }>(hub, OF_KIND).all("person.erased")) {
    const { stores } = JSON.parse(payload) as EventPayloads["person.erased"];
    for (const { store, events } of stores) {
      const ofStore = erased.get(store) ?? new Map<number, Set<string>>();
      erased.set(store, ofStore);
      for (const [seq, hash] of events) ofStore.set(seq, (ofStore.get(seq) ?? new Set()).add(hash));
    }
  }
  return erased;
}

/** Looks whether the trail is as it was written. */
export async function checkTrail(caller: Caller): Promise<AnswerOf<typeof checkAudit>> {
  const { sources, unavailable } = await trailOf(caller);
  const hub = await hubStore();
  // A chain is checked as a whole: the hub's is not shown to those of single branches.
  const theirs = caller.branches === null ? sources : sources.filter(({ name }) => name !== "hub");
  const erased = erasedEvents(hub.sql);
  const seals = statement<[string], { payload: string }>(hub.sql, OF_KIND)
    .all("trail.sealed")
    .map(({ payload }) => JSON.parse(payload) as Head & { store: string });
  const stores: ({ store: string } & ChainCheck)[] = [];
  for (const { name, sql } of theirs) {
    stores.push({
      store: name,
      ...(await checkChain(
        sql,
        seals.filter(({ store }) => store === name),
        erased.get(name),
      )),
    });
  }
  return { intact: stores.every(({ broken_at }) => broken_at === null), stores, unavailable };
}
