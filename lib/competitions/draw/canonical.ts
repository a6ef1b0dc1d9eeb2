import { createHash } from "node:crypto";
import type { JudgedComment } from "../entries/judge";
import { initialsOf } from "../entries/user-names";
import { QUICKNET } from "./quicknet";

/** Text or bytes as SHA-256 in hex. */
export const sha256 = (of: string | Uint8Array): string => createHash("sha256").update(of).digest("hex");

/** How the randomness of a draw comes: a public round of a moment to come, or a secret whose hash is published with the list. */
export type DrawWay = { way: "drand"; round: number } | { way: "secret"; commitment: string };

/** What a lock fixes, beside the entries. */
export interface LockTerms {
  id: string;
  /** Of the rules as they were read, in all their languages. */
  rules: string;
  closes_at: string;
  winners: number;
  reserves: number;
  draw: DrawWay;
}

/** A line of the list: what stands for a comment, which of the people it is of, and what strangers see of the name. */
export interface ListedEntry {
  entry: string;
  person: number;
  initials: string;
}

/** What stands for a comment: nobody reads it out of this, and whoever has the comment finds it. */
export const entryIdOf = ({ comment_id, username, commented_at, texts }: Omit<JudgedComment, "removed">): string =>
  sha256(JSON.stringify([comment_id, username, commented_at, ...texts]));

/**
 * The list as it is locked: what was promised, then each entry on a line, by the ids of the comments. Its SHA-256 is published, so that
 * no entry, no number and no round can be another one afterwards.
 * @param entries those that take part, by their ids
 */
export function canonicalList(
  terms: LockTerms,
  entries: readonly JudgedComment[],
): { text: string; sha256: string; listed: ListedEntry[] } {
  const people = new Map<string, number>();
  const listed = entries.map((comment): ListedEntry => {
    const person = people.get(comment.username) ?? people.size + 1;
    people.set(comment.username, person);
    return { entry: entryIdOf(comment), person, initials: initialsOf(comment.username) };
  });
  const draw =
    terms.draw.way === "drand" ? `drand ${QUICKNET.hash} round ${terms.draw.round}` : `secret with sha256 ${terms.draw.commitment}`;
  const head = [
    "daftar-competition 1",
    `id ${terms.id}`,
    `rules ${terms.rules}`,
    `closes ${terms.closes_at}`,
    `winners ${terms.winners}`,
    `reserves ${terms.reserves}`,
    `draw ${draw}`,
    `entries ${listed.length}`,
  ];
  const text = `${[...head, ...listed.map(({ entry, person, initials }) => `${entry} ${person} ${initials}`)].join("\n")}\n`;
  return { text, sha256: sha256(text), listed };
}

/** Of how many lines the head of a list is. */
const HEAD = 8;

/** The entries of a list as it was locked. */
export function entriesOfList(text: string): ListedEntry[] {
  return text
    .split("\n")
    .slice(HEAD, -1)
    .map((line) => {
      const [entry = "", person = "", initials = ""] = line.split(" ");
      return { entry, person: Number(person), initials };
    });
}
