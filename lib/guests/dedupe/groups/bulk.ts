import type Database from "better-sqlite3";
import { foldText } from "../../../fold-text";
import { samePhone } from "../../../phones";

/**
 * Finds the rows of each business day that may be one person's, into the temporary table `member`: those who have a number
 * in common, directly or over a third row, and those without a number who have the same name. SQL finds the numbers that
 * stand twice, so that only their rows are looked at one by one.
 * @param date one business day; null for all
 * @returns how many groups there are; they are numbered from 1 on
 */
export function groupDoubles(database: Database.Database, date: string | null): number {
  const scope = date === null ? "" : "AND g.business_day = @date";
  const bound = date === null ? {} : { date };
  database.exec("CREATE TEMP TABLE member (grp INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (grp, seq)) WITHOUT ROWID");
  const sets = disjointSets();
  const doubled = database
    .prepare<[object], [string, string, string, number]>(
      `WITH keyed AS MATERIALIZED (
         SELECT g.business_day AS day, n.key AS key, n.calling_code AS code, g.seq AS seq
         FROM guest_row_phone n JOIN guest_row g ON g.seq = n.guest_seq WHERE n.key <> '' ${scope})
       SELECT day, key, code, seq FROM (SELECT *, count(*) OVER (PARTITION BY day, key) AS n FROM keyed) WHERE n > 1 ORDER BY day, key, seq`,
    )
    .raw();
  let last = "";
  let owners: { key: string; calling_code: string; seq: number }[] = [];
  for (const [day, key, calling_code, seq] of doubled.iterate(bound)) {
    const place = `${day} ${key}`;
    if (place !== last) owners = [];
    last = place;
    const number = { key, calling_code, seq };
    for (const owner of owners) if (owner.seq !== seq && samePhone(owner, number)) sets.join(owner.seq, seq);
    // Of those with the same code one is enough: the others are joined to it.
    if (!owners.some((owner) => owner.calling_code === calling_code)) owners.push(number);
  }
  joinNamesakes(database, scope, bound, sets);
  return writeGroups(database, sets.groups());
}

function joinNamesakes(database: Database.Database, scope: string, bound: object, sets: ReturnType<typeof disjointSets>): void {
  const nameless = database
    .prepare<[object], [number, string, string]>(
      `SELECT g.seq, g.business_day, g.name FROM guest_row g
       WHERE NOT EXISTS (SELECT 1 FROM guest_row_phone n WHERE n.guest_seq = g.seq AND n.key <> '') AND g.name <> '' ${scope}`,
    )
    .raw();
  const first = new Map<string, number>();
  for (const [seq, day, name] of nameless.iterate(bound)) {
    const folded = foldText(name);
    if (folded === "") continue;
    const there = first.get(`${day} ${folded}`);
    if (there === undefined) first.set(`${day} ${folded}`, seq);
    else sets.join(there, seq);
  }
}

function writeGroups(database: Database.Database, groups: Iterable<number[]>): number {
  const put = database.prepare<[number, number]>("INSERT INTO temp.member (grp, seq) VALUES (?, ?)");
  let group = 0;
  for (const seqs of groups) {
    group++;
    for (const seq of seqs) put.run(group, seq);
  }
  return group;
}

/** Numbers that were joined, directly or over others, are one set. */
function disjointSets() {
  const parent = new Map<number, number>();
  const rootOf = (one: number): number => {
    let root = one;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    for (let at = one; at !== root; ) {
      const up = parent.get(at) ?? root;
      parent.set(at, root);
      at = up;
    }
    return root;
  };
  return {
    join(one: number, other: number): void {
      const [a, b] = [rootOf(one), rootOf(other)];
      parent.set(a, a);
      parent.set(b, a);
    },
    groups(): Iterable<number[]> {
      const sets = new Map<number, number[]>();
      for (const one of parent.keys()) {
        const root = rootOf(one);
        const there = sets.get(root);
        if (there) there.push(one);
        else sets.set(root, [one]);
      }
      return sets.values();
    },
  };
}
