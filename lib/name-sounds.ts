import { LimitedMap } from "./limited-map";

/**
 * How the names of Lebanese guests sound, whoever wrote them: in Latin letters by the French or the English way, in Arabic letters, or
 * with the digits that stand for Arabic letters on a phone (`7` for ح, `3` for ع). Two names that sound alike have the same
 * consonants; the vowels, of which Arabic writes half, only tell which of them is meant. Texts are folded (`foldText`).
 */

/** What is said: a capital for each consonant, a small letter for a vowel. `RuLa` for Roula, and for رولا. */
type Sound = string;

const ARABIC = /[\u0600-\u06ff]/;

/** Several letters that are said as others than themselves, the longest first; after a `|` another way of saying them. */
const LETTERS: Readonly<Record<string, string>> = {
  cois: "Sua",
  tch: "C",
  sch: "C",
  sh: "C",
  ch: "C|K",
  kh: "X",
  gh: "G",
  ph: "F",
  th: "T",
  dh: "D",
  dj: "J",
  ck: "K",
  cq: "K",
  ce: "Se",
  ci: "Si",
  cy: "Si",
  ge: "Je|Ge",
  gi: "Ji|Gi",
  gy: "Ji|Gi",
  ou: "u",
  oo: "u",
  ee: "i",
  ie: "i",
  x: "KS",
  2: "a|K",
};

/** Single letters of both scripts, and digits that stand for one. */
const SINGLE = [
  "b:B c:K d:D f:F g:G h:H j:J k:K l:L m:M n:N p:B q:K r:R s:S t:T v:F z:Z a:a e:e i:i o:u u:u w:u y:i",
  "5:X 6:T 7:H 8:G 9:S 3:a",
  "ب:B پ:B ت:T ث:T ج:J چ:C ح:H خ:X د:D ذ:D ر:R ز:Z س:S ش:C ص:S ض:D ط:T ظ:Z ع:a غ:G ف:F ڤ:F ق:K ك:K گ:G ل:L م:M ن:N ه:H و:u ي:i ا:a",
];

const SOUNDS: ReadonlyMap<string, readonly Sound[]> = new Map([
  ...Object.entries(LETTERS).map(([letters, sounds]) => [letters, sounds.split("|")] satisfies [string, Sound[]]),
  ...SINGLE.flatMap((list) => list.split(" ")).map((pair) => [pair.slice(0, 1), [pair.slice(2)]] satisfies [string, Sound[]]),
]);
const WRITTEN = new RegExp(`${Object.keys(LETTERS).join("|")}|.`, "gsu");

/** In French the last consonant of Georges, Nicolas, Albert and Richard is written only. */
const SILENT = /(?<=[^aeiouy][aeo])s$|(?<=que)s$|(?<=[rnرن])[tdتد]$/;
const DOUBLED = /(\D)\1+/gu;

function said(word: string, reading: 0 | 1): Sound {
  const sound = word.replace(DOUBLED, "$1").replace(WRITTEN, (letters) => {
    const sounds = SOUNDS.get(letters);
    return sounds?.[reading] ?? sounds?.[0] ?? "";
  });
  // An h at the end is written in one script only, or marks a woman's name.
  return sound.replace(/H$/, "").replace(/([a-z])\1+/g, "$1");
}

/** An article that is written with its name. */
const ARTICLE = /^(?:[ae]l(?=\p{L}{4})|ال(?=\p{L}{3}))/u;
/** The first half of Abdel Karim, whose article is left out in عبد الكريم. */
const SERVANT = /^3?(?:abed|abe?d[eua]l)$/;

/** Whether a word is the first half of such a name, without its article. */
export const isServant = (word: string): boolean => /^(?:3?abe?d|عبد)$/.test(word);

const heard = new LimitedMap<string, Sound[]>(20_000);

/** A word in each way of saying it, the likeliest first. */
function soundsOf(word: string): readonly Sound[] {
  const known = heard.get(word);
  if (known) return known;
  const bare = SERVANT.test(word) ? "abd" : word.replace(ARTICLE, "");
  const spellings = new Set([word, bare].flatMap((one) => [one, one.replace(SILENT, "")]));
  const sounds = [...new Set([...spellings].flatMap((one) => [said(one, 0), said(one, 1)]))].filter(Boolean);
  heard.set(word, sounds);
  return sounds;
}

/** What a word is looked up by. Some change places with who spells a name: Rose is روز, Krikor Grigor, and Dikran Tigran. */
const consonantsOf = (sound: Sound) => sound.replace(/[a-z]/g, "").replaceAll("Z", "S").replaceAll("G", "K").replaceAll("D", "T");

/** Shorter ones have too many neighbours, and longer ones are no names. */
const SHORTEST = 4;
const LONGEST = 24;

function* withoutOne(text: string) {
  for (let at = 0; at < text.length; at++) yield text.slice(0, at) + text.slice(at + 1);
}

/** The search keys of a word. Words that share a key are alike, or nearly. */
export interface NameKeys {
  /** Its consonants. */
  same: string[];
  /** Its consonants but for one, and its letters but for one. */
  near: string[];
}

export function nameKeys(word: string): NameKeys {
  const consonants = [...new Set(soundsOf(word).map(consonantsOf))].filter(Boolean);
  const near: string[] = [];
  for (const [sign, text] of [...consonants.map((one) => ["~", one] as const), ["-", word] as const]) {
    if (text.length >= SHORTEST - 1) near.push(sign + text);
    if (text.length >= SHORTEST && text.length <= LONGEST) for (const rest of withoutOne(text)) near.push(sign + rest);
  }
  return { same: consonants.map((one) => `=${one}`), near: [...new Set(near)] };
}

const isVowel = (sound: number) => sound >= 97;
/** Arabic leaves out half of the vowels, and has three letters for all of them. */
const VOWEL = { sameScript: 0.15, otherScript: 0.07 };
const H = 72;
const lacking = (sound: number, vowel: number) => (isVowel(sound) ? vowel : sound === H ? 0.5 : 1);

/** Consonants that are written for one another. */
const RELATED: ReadonlyMap<number, number> = new Map(
  "SZ:.3 KG:.4 KX:.5 GJ:.4 TD:.4 SC:.7 ST:.7 DZ:.5 HX:.5 BF:.7 CJ:.6 CK:.5 KH:.7 GR:.8".split(" ").flatMap((pair): [number, number][] => {
    const [one, other] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    const cost = Number(pair.slice(3));
    return [
      [one * 256 + other, cost],
      [other * 256 + one, cost],
    ];
  }),
);

function instead(one: number, other: number, vowel: number): number {
  if (one === other) return 0;
  if (isVowel(one) !== isVowel(other)) return lacking(one, vowel) + lacking(other, vowel);
  return isVowel(one) ? vowel : (RELATED.get(one * 256 + other) ?? 1);
}

/** About 1 for each consonant that differs, and so much for each vowel. */
function soundDistance(one: Sound, other: Sound, vowel: number): number {
  if (one === other) return 0;
  let row = [0];
  for (let at = 0; at < other.length; at++) row.push((row[at] as number) + lacking(other.charCodeAt(at), vowel));
  for (let of = 0; of < one.length; of++) {
    const sound = one.charCodeAt(of);
    const next = [(row[0] as number) + lacking(sound, vowel)];
    for (let at = 0; at < other.length; at++) {
      const theirs = other.charCodeAt(at);
      const changed = (row[at] as number) + instead(sound, theirs, vowel);
      next.push(Math.min(changed, (row[at + 1] as number) + lacking(sound, vowel), (next[at] as number) + lacking(theirs, vowel)));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** Whether two words are the same but for one letter that is missing, too much or another, or two that changed places. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

/** From here on two words are two names. Of one or two consonants, many names have the same. */
export const TWO_NAMES = 1.1;
const TWO_SHORT_NAMES = [0.35, 0.35, 0.7] as const;

/** How far from a word another may be to stand for it (`nameDistance`). */
export function farthest(word: string): number {
  const least = word.length >= SHORTEST ? TWO_SHORT_NAMES[2] : 0;
  return Math.max(TWO_SHORT_NAMES[consonantsOf(soundsOf(word)[0] ?? "").length] ?? TWO_NAMES, least);
}
const SLIP = 0.6;
/** Of a word that is not the very one, and of one in the other script: who is written as was typed stands before. */
const OTHER_WORD = 0.05;
const OTHER_SCRIPT = 0.15;

/** How far apart two names are, as they are said and as they are written: 0 for the same word, about 1 for each consonant that differs. */
export function nameDistance(one: string, other: string): number {
  if (one === other) return 0;
  let least = Math.max(one.length, other.length) >= SHORTEST && isOneSlip(one, other) ? SLIP : Number.POSITIVE_INFINITY;
  const isSameScript = ARABIC.test(one) === ARABIC.test(other);
  const vowel = isSameScript ? VOWEL.sameScript : VOWEL.otherScript;
  for (const a of soundsOf(one)) for (const b of soundsOf(other)) least = Math.min(least, soundDistance(a, b, vowel));
  return least + (isSameScript ? OTHER_WORD : OTHER_SCRIPT);
}
