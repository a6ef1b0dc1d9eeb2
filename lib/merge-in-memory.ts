import { foldText } from "./fold-text";
import { type Incoming, type MergeTarget, ownersAmong } from "./merge-rule";
import type { Person } from "./person";
import type { PhoneNumber } from "./phones";

/** Somebody in a merge that no store holds yet, and the place of the row they came with. */
export interface Merged extends Person {
  person: Person;
  numbers: PhoneNumber[];
  seq: number;
}

/**
 * People as the target of a merge that writes nothing: a table's guests before they are saved, an evening's guest rows
 * before they are compared with the store's.
 * @param byName whether the same name without a number is the same person
 */
export function mergeInMemory(byName: boolean): { target: MergeTarget<Merged>; people: () => Merged[] } {
  const bySeq = new Map<number, Merged>();
  const byKey = new Map<string, { row: Merged; number: PhoneNumber }[]>();
  const named = new Map<string, Merged>();
  let last = 0;

  const own = (row: Merged, numbers: readonly PhoneNumber[]) => {
    row.numbers.push(...numbers);
    for (const number of numbers) {
      if (number.key === "") continue;
      const there = byKey.get(number.key);
      if (there) there.push({ row, number });
      else byKey.set(number.key, [{ row, number }]);
    }
  };
  const target: MergeTarget<Merged> = {
    ownersOf: (numbers) => ownersAmong(numbers, (key) => (byKey.get(key) ?? []).map(({ row, number }) => ({ ...number, row }))),
    findByName: ({ person }) => (byName ? (named.get(foldText(person.name)) ?? null) : null),
    insert({ person, numbers }: Incoming) {
      const row: Merged = { ...person, person, numbers: [], seq: ++last };
      bySeq.set(row.seq, row);
      own(row, numbers);
      const name = foldText(person.name);
      if (!named.has(name)) named.set(name, row);
    },
    change: (row, _changes, numbers) => own(row, numbers),
    unite(kept, gone) {
      bySeq.delete(gone.seq);
      kept.numbers.push(...gone.numbers);
      for (const number of gone.numbers) {
        for (const entry of byKey.get(number.key) ?? []) if (entry.row === gone) entry.row = kept;
      }
      for (const [name, row] of named) if (row === gone) named.set(name, kept);
    },
  };
  return { target, people: () => [...bySeq.values()] };
}
