import type Database from "better-sqlite3";
import { samePhone } from "../../phones";

/**
 * Finds the rows of each business day that may be one person's, of those in `doubled`, into the temporary table `member`:
 * those who have a number in common, directly or over a third row.
 * @returns how many groups there are; they are numbered from 1 on
 */
export function groupDoubles(database: Database.Database): number {
  database.exec("CREATE TEMP TABLE member (grp INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (grp, seq)) WITHOUT ROWID");
  const sets = disjointSets();
  const doubled = database.prepare<[], [string, string, string, number]>("SELECT day, key, code, seq FROM temp.doubled").raw();
  let last = "";
  let owners: { key: string; calling_code: string; seq: number }[] = [];
  for (const [day, key, calling_code, seq] of doubled.iterate()) {
    const place = `${day} ${key}`;
    if (place !== last) owners = [];
    last = place;
    const number = { key, calling_code, seq };
    for (const owner of owners) if (owner.seq !== seq && samePhone(owner, number)) sets.join(owner.seq, seq);
    // Of those with the same code one is enough: the others are joined to it.
    if (!owners.some((owner) => owner.calling_code === calling_code)) owners.push(number);
  }
  return writeGroups(database, sets.groups());
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
