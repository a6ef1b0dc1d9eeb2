import { foldText } from "../../fold-text";
import { mentionsIn } from "./user-names";

/** A comment as it was brought in once. One that was changed since is there in each form that was seen. */
export interface SeenComment {
  comment_id: string;
  username: string;
  text: string;
  /** ISO 8601; empty where nobody said. */
  commented_at: string;
}

/** Who takes part (docs/design/open-screens.md 2.2, points 4 and 5). */
export interface EntryRules {
  closes_at: string;
  /** How many others a comment must name; 0 for none. */
  mentions: number;
  /** A word that must stand in it; empty for none. */
  keyword: string;
  /** Users who take no part: those that were named, and the house's own people. */
  excluded: ReadonlySet<string>;
  /** Users who have won lately. */
  previous: ReadonlySet<string>;
  /** How many valid comments of one user count, each for itself; 1 unless the rules say so. */
  per_user: number;
}

/** Why a comment is no entry, in the order in which they are asked. */
export const REMOVALS = [
  "two_users",
  "empty_text",
  "after_close",
  "excluded_user",
  "previous_winner",
  "missing_keyword",
  "few_mentions",
  "same_user",
] as const;
export type Removal = (typeof REMOVALS)[number];

/** A comment in all the forms in which it was seen. */
export interface JudgedComment {
  comment_id: string;
  username: string;
  /** Each text that it was seen with, in an order that hangs on nothing but themselves. */
  texts: string[];
  commented_at: string;
  /** Null: it takes part. */
  removed: Removal | null;
}

export interface Judgement {
  /** By their ids. */
  comments: JudgedComment[];
  removed: Record<Removal, number>;
  /** Comments that take part, and people among them. */
  entries: number;
  people: number;
  /** Comments that were seen with more than one text, and comments of which nobody knows when they were written. */
  edited: number;
  without_time: number;
}

/**
 * Which comments take part. It hangs on the set of what was seen alone: not on its order, nor on who brought it in. A comment that was
 * changed passes only if each of its texts does, for nobody knows which of them was the first.
 */
export function judge(seen: readonly SeenComment[], rules: EntryRules): Judgement {
  const folded = foldText(rules.keyword);
  const removed = Object.fromEntries(REMOVALS.map((one) => [one, 0])) as Record<Removal, number>; // of that very list
  const comments = gathered(seen).map((forms): JudgedComment => {
    const [first] = forms;
    const texts = [...new Set(forms.map(({ text }) => text))].sort();
    const commented_at = forms.reduce((last, form) => (form.commented_at > last ? form.commented_at : last), "");
    const comment = { comment_id: first.comment_id, username: first.username, texts, commented_at };
    const isOfTwo = forms.some(({ username }) => username !== first.username);
    return { ...comment, removed: isOfTwo ? "two_users" : removalOf(comment, rules, folded) };
  });
  limitPerUser(comments, rules.per_user);
  const people = new Set<string>();
  let [entries, edited, without_time] = [0, 0, 0];
  for (const one of comments) {
    if (one.texts.length > 1) edited++;
    if (one.commented_at === "") without_time++;
    if (one.removed !== null) removed[one.removed]++;
    else {
      entries++;
      people.add(one.username);
    }
  }
  return { comments, removed, entries, people: people.size, edited, without_time };
}

type Forms = [SeenComment, ...SeenComment[]];

function gathered(seen: readonly SeenComment[]): Forms[] {
  const byId = new Map<string, Forms>();
  for (const one of seen) {
    const forms = byId.get(one.comment_id);
    if (forms) forms.push(one);
    else byId.set(one.comment_id, [one]);
  }
  const sorted = [...byId.values()];
  for (const forms of sorted) if (forms.length > 1) forms.sort((a, b) => order(a.username, b.username) || order(a.text, b.text));
  return sorted.sort(([a], [b]) => order(a.comment_id, b.comment_id));
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function removalOf(
  { username, texts, commented_at }: Omit<JudgedComment, "removed">,
  { closes_at, mentions, excluded, previous }: EntryRules,
  keyword: string,
): Removal | null {
  if (texts.some((text) => text === "")) return "empty_text";
  if (commented_at > closes_at) return "after_close";
  if (excluded.has(username)) return "excluded_user";
  if (previous.has(username)) return "previous_winner";
  // As a part of a word too: Arabic writes its article and its small words together with what follows.
  if (keyword !== "" && texts.some((text) => !foldText(text).includes(keyword))) return "missing_keyword";
  if (mentions > 0 && texts.some((text) => mentionsIn(text, username) < mentions)) return "few_mentions";
  return null;
}

/** Of one user the first comments count; of those of one moment, or of none, those whose ids come first. */
function limitPerUser(comments: readonly JudgedComment[], most: number): void {
  const valid = comments.filter(({ removed }) => removed === null);
  const counted = new Map<string, number>();
  const inTime =
    valid.length > 1 ? valid.toSorted((a, b) => order(a.commented_at, b.commented_at) || order(a.comment_id, b.comment_id)) : valid;
  for (const one of inTime) {
    const before = counted.get(one.username) ?? 0;
    if (before >= most) one.removed = "same_user";
    else counted.set(one.username, before + 1);
  }
}
