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
  const keyword = { written: rules.keyword.toLowerCase(), folded: foldText(rules.keyword) };
  const removed = Object.fromEntries(REMOVALS.map((one) => [one, 0])) as Record<Removal, number>; // of that very list
  const comments = gathered(seen);
  for (const one of comments) one.removed ??= removalOf(one, rules, keyword);
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

/** Each comment once, in all its forms, by their ids; one that two users are said to have written is out. */
function gathered(seen: readonly SeenComment[]): JudgedComment[] {
  const byId = new Map<string, JudgedComment>();
  for (const { comment_id, username, text, commented_at } of seen) {
    const known = byId.get(comment_id);
    if (!known) {
      byId.set(comment_id, { comment_id, username, texts: [text], commented_at, removed: null });
      continue;
    }
    if (username !== known.username) known.removed = "two_users";
    if (username < known.username) known.username = username;
    if (!known.texts.includes(text)) known.texts.push(text);
    if (commented_at > known.commented_at) known.commented_at = commented_at;
  }
  const comments = [...byId.values()];
  for (const { texts } of comments) if (texts.length > 1) texts.sort();
  return comments.sort((a, b) => order(a.comment_id, b.comment_id));
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function removalOf(
  { username, texts, commented_at }: Omit<JudgedComment, "removed">,
  { closes_at, mentions, excluded, previous }: EntryRules,
  keyword: { written: string; folded: string },
): Removal | null {
  if (texts.some((text) => text === "")) return "empty_text";
  if (commented_at > closes_at) return "after_close";
  if (excluded.has(username)) return "excluded_user";
  if (previous.has(username)) return "previous_winner";
  // As a part of a word too: Arabic writes its article and its small words together with what follows.
  if (keyword.folded !== "" && texts.some((text) => !holds(text, keyword))) return "missing_keyword";
  if (mentions > 0 && texts.some((text) => mentionsIn(text, username, mentions) < mentions)) return "few_mentions";
  return null;
}

/** As it was written first: to fold a text takes longer than all else. */
const holds = (text: string, { written, folded }: { written: string; folded: string }) =>
  text.toLowerCase().includes(written) || foldText(text).includes(folded);

/** Of one user the first comments count; of those of one moment, or of none, those whose ids come first. */
function limitPerUser(comments: readonly JudgedComment[], most: number): void {
  const byUser = new Map<string, JudgedComment[]>();
  for (const one of comments) {
    if (one.removed !== null) continue;
    const theirs = byUser.get(one.username);
    if (theirs) theirs.push(one);
    else byUser.set(one.username, [one]);
  }
  for (const theirs of byUser.values()) {
    if (theirs.length <= most) continue;
    theirs.sort((a, b) => order(a.commented_at, b.commented_at) || order(a.comment_id, b.comment_id));
    for (const one of theirs.slice(most)) one.removed = "same_user";
  }
}
