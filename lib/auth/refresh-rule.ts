/**
 * Access tokens last a quarter of an hour and are renewed by a refresh token, of which each is good for one step (RFC 9700,
 * 4.14.2; docs/design/reliability.md S-12). A sign-in knows the number of its newest pair of tokens. Whoever comes with an older one copied
 * it, or it was copied from them. Nobody is taken for that whose answer was lost, or whose two tabs came at once: they repeat the
 * very step, and say so by its key.
 */

/** The newest pair of tokens of a sign-in, and by which key it was asked for; null for none. */
export interface Newest {
  number: number;
  key: string | null;
}

/**
 * What a refresh token of a number gets.
 * - `next`: it is the newest, and the next pair is made. So does a number that this server does not know yet: its data were set
 *   back to an earlier time, and nobody else can make such a token.
 * - `same`: the newest pair once more, because it is the very step that made it.
 * - `reused`: it was used before. One of the two who hold it copied it, so neither may go on.
 */
export function renewalOf(presented: number, key: string | null, newest: Newest): "next" | "same" | "reused" {
  if (presented >= newest.number) return "next";
  return presented === newest.number - 1 && key !== null && key === newest.key ? "same" : "reused";
}
