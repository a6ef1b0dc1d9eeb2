/** A seeded generator of random numbers (mulberry32): a failing run is played again by its seed. */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (part: number) => next() < part,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  };
}
export type Dice = ReturnType<typeof dice>;

/** Somebody whom a sequence records, and the numbers that are theirs, as digits with their country code. */
export interface Someone {
  /** Two words that nobody else has. */
  name: string;
  numbers: string[];
  /** `--MM-DD`; everybody's own within a sequence, so that nobody else's can end up on them unseen. */
  birthday: string;
  /** Whether one of the numbers is somebody else's too. */
  shares: boolean;
}

/**
 * The people of one sequence: with one number, with several, with none, with a foreign number of the same last eight
 * digits as somebody's, and, in every second sequence, with a number that two of different names share.
 * @param id tells the sequences apart: no two of them share a name or a number
 */
export function peopleOf(id: number, random: Dice): Someone[] {
  let next = 0;
  const lebanese = () => `9613${String(id * 20 + next++).padStart(6, "0")}`;
  const people = Array.from({ length: 3 + random.below(3) }, (_, index): Someone => {
    const count = random.pick([0, 1, 1, 2, 2, 3]);
    const letter = "abcdefgh"[index] ?? "z";
    return {
      name: `Given${letter}${id} Family${letter}${id}`,
      numbers: Array.from({ length: count }, lebanese),
      birthday: `--${String(1 + index).padStart(2, "0")}-${String(1 + (id % 28)).padStart(2, "0")}`,
      shares: false,
    };
  });
  const [first, second] = people.filter((person) => person.numbers.length > 0);
  if (first && random.chance(0.3)) {
    // +33 6 1x xx xx xx: its last eight digits are those of a Lebanese mobile number, and it is somebody else.
    const mobile = `9617${String(1_000_000 + id)}`;
    first.numbers.push(mobile);
    people.push({ name: `Givenf${id} Familyf${id}`, numbers: [`336${mobile.slice(3)}`], birthday: "", shares: false });
  }
  if (first && second && id % 2 === 0) {
    second.numbers.push(first.numbers[0] as string);
    first.shares = true;
    second.shares = true;
  }
  return people;
}

/** A number as somebody might type it. */
export function typedAs(digits: string, random: Dice): string {
  const national = digits.startsWith("961") ? digits.slice(3) : null;
  const international = [`+${digits}`, `00${digits}`, `+${digits.slice(0, 3)} ${digits.slice(3)}`];
  if (national === null) return random.pick(international.slice(0, 2));
  const local = [
    `0${national}`,
    `0${national.slice(0, 1)}/${national.slice(1)}`,
    `0${national}`.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
  ];
  return random.pick([...international, ...(national.startsWith("3") ? local : local.slice(0, 1))]);
}

/** Numbers that hang together, because each was typed in one row with the next. */
export function groupsOf(lists: readonly string[][]): string[][] {
  let groups: string[][] = [];
  for (const list of lists) {
    const touched = groups.filter((group) => group.some((number) => list.includes(number)));
    groups = [...groups.filter((group) => !touched.includes(group)), [...new Set([...touched.flat(), ...list])]];
  }
  return groups;
}
