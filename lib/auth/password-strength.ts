import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { foldText } from "../fold-text";
import { knownBranches } from "../known-branches";

/** Names of the group, which whoever wants in tries first; a password holds none of them. */
const groupNames = () =>
  ["daftar", "دفتر", ...knownBranches().flatMap(({ key, name }) => [key, name])]
    .map(letters)
    .filter((word) => word.length >= SHORTEST_NAME);

/** Words of the trade: no password by themselves, or with digits around them. */
const TRADE_WORDS = ["restaurant", "restaurants", "resto", "central", "guestbook", "hostess", "waiter", "مطعم"].map(letters);

/** Names shorter than this stand in too many words to mean anything. */
const SHORTEST_NAME = 3;

/** An estimate of fewer guesses than this is refused: two of zxcvbn's steps, "unthrottled online attack" and below. */
const FEWEST_GUESSES = 1e8;

/** Characters that are judged; the time to judge grows with their square. */
const JUDGED = 64;

const ADVICE = "Choose three or four words that have nothing to do with each other.";

/** What zxcvbn found, in words for the user. */
const FOUND: Record<string, string> = {
  simpleRepeat: "This password repeats one character.",
  extendedRepeat: "This password repeats itself.",
  sequences: "This password is a row of letters or digits.",
  straightRow: "This password is a row of the keyboard.",
  keyPattern: "This password follows the keyboard.",
  recentYears: "This password is easy to guess: it is little more than a year.",
  dates: "This password is easy to guess: it is little more than a date.",
};

/** What is wrong with a new password and what to do, or null for one that is good enough. The sentence never quotes it. */
export async function weaknessOf(password: string, username: string): Promise<string | null> {
  const folded = letters(password);
  const name = letters(username);
  const names = groupNames();
  if (name.length >= SHORTEST_NAME && folded.includes(name)) return `This password contains the username. ${ADVICE}`;
  if (names.some((word) => folded.includes(word))) return `This password contains a name of the group or of a branch. ${ADVICE}`;
  if (TRADE_WORDS.includes(folded.replace(/^\p{N}+|\p{N}+$/gu, ""))) return `This password is a word of the trade. ${ADVICE}`;
  const { guesses, feedback } = (await judge()).check(password, [username, ...names, ...TRADE_WORDS]);
  if (guesses >= FEWEST_GUESSES) return null;
  const found = feedback.warning ? FOUND[feedback.warning] : undefined;
  return `${found ?? "This password is one of the first that people try."} ${ADVICE}`;
}

/** However it is written: without case, accents, spaces and signs. */
function letters(text: string): string {
  return foldText(text).replaceAll(" ", "");
}

let loading: Promise<ZxcvbnFactory> | null = null;

/** 57,000 common passwords and words take 25 MB and a quarter of a second; few starts ever ask for them. */
function judge(): Promise<ZxcvbnFactory> {
  loading ??= loadJudge();
  return loading;
}

async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED });
}
