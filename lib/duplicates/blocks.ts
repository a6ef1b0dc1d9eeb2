import { FULL_NAMES } from "../guest-search/short-forms";
import { nameKeys } from "../name-sounds";
import { alsoNames } from "../names";
import { namesOf } from "./likeness";
import type { Compared } from "./score";

/** So many ways of saying a word are looked at. */
const MOST_SOUNDS = 3;
const MOST_NAMES = 3;
/** Digits at the end of a number, which few people share. */
const END = 6;

/**
 * By what guests are brought together to be compared: who shares no key with anybody is compared with nobody. A key begins with its kind: `p` the
 * end of a number, `n` two words of a name as they sound, `b` a birthday and a word, `e` an e-mail address.
 */
export function blockKeys({ name, also, birthday, email, digits }: Compared): Set<string> {
  const keys = new Set<string>();
  for (const one of digits) if (one.length >= END) keys.add(`p${one.slice(-END)}`);
  if (email !== "") keys.add(`e${email.toLowerCase()}`);
  for (const called of [name, ...alsoNames(also)].slice(0, MOST_NAMES)) {
    const words = namesOf(called).map(soundsOf);
    for (const [at, sounds] of words.entries()) {
      if (birthday !== "") for (const sound of sounds) keys.add(`b${birthday}${sound}`);
      for (const others of words.slice(at + 1))
        for (const sound of sounds) for (const other of others) keys.add(sound < other ? `n${sound}${other}` : `n${other}${sound}`);
    }
  }
  return keys;
}

function soundsOf(word: string): string[] {
  const full = (FULL_NAMES.get(word) ?? []).slice(0, 2).flatMap((name) => nameKeys(name).same.slice(0, 1));
  return [...new Set([...nameKeys(word).same.slice(0, MOST_SOUNDS), ...full].map(coarser))];
}

/** Khoury is written Kouri too: such words are compared, and the comparison says how near they are. */
const coarser = (sound: string) => sound.replaceAll("X", "K");

/** Of so many with one key, each is compared with each. */
const FEW: Record<string, number> = { p: 40, n: 60, b: 60, e: 20 };

/**
 * The pairs of one block. In a large one of a name those alone who have a birthday in common, or a number but for one digit: never all
 * of them with all.
 */
export function* pairsIn(key: string, guests: readonly { seq: number; guest: Compared }[]): Generator<[number, number]> {
  const few = FEW[key.charAt(0)] ?? 0;
  if (guests.length <= few) yield* allPairs(guests.map(({ seq }) => seq));
  else if (key.startsWith("n")) for (const seqs of closer(guests)) if (seqs.length <= few) yield* allPairs(seqs);
}

function* allPairs(seqs: readonly number[]): Generator<[number, number]> {
  for (const [at, one] of seqs.entries()) for (const other of seqs.slice(at + 1)) yield [one, other];
}

function closer(guests: readonly { seq: number; guest: Compared }[]): Iterable<number[]> {
  const blocks = new Map<string, number[]>();
  for (const { seq, guest } of guests) {
    const nears = guest.digits.flatMap((digits) => [...withoutOne(digits.slice(-END - 1))]);
    for (const key of new Set([...(guest.birthday === "" ? [] : [guest.birthday]), ...nears])) {
      const known = blocks.get(key);
      if (known) known.push(seq);
      else blocks.set(key, [seq]);
    }
  }
  return blocks.values();
}

function* withoutOne(text: string) {
  for (let at = 0; at < text.length; at++) yield text.slice(0, at) + text.slice(at + 1);
}
