/** After so long, words are no reply to a message any more, and those that were one are forgotten; in milliseconds. */
const REPLIES_FOR = 7 * 86_400_000;

/** From when on a message is answered by words of a moment, and a reply is kept: ISO 8601, of a time in milliseconds. */
export function repliesSince(at: number): string {
  return new Date(at - REPLIES_FOR).toISOString();
}
