/** A round as somebody pasted it. */
export interface PastedRound {
  round: number;
  signature: string;
  randomness: string;
}

/**
 * Reads what stands on a round's page, however much of it was copied.
 * @param named the round that is waited for; it counts where none was pasted
 */
export function readRound(pasted: string, named: number): PastedRound | { wrong: string } {
  const found = /(?:^|[^0-9a-f])([0-9a-f]{96})(?:$|[^0-9a-f])/i.exec(pasted)?.[1];
  if (!found) return { wrong: "There is no signature in it: it has 96 digits and letters from a to f." };
  const round = Number(/"?round"?\s*[:=]?\s*(\d+)/i.exec(pasted)?.[1] ?? named);
  const randomness = /"?randomness"?\s*[:=]?\s*"?([0-9a-f]{64})/i.exec(pasted)?.[1] ?? "";
  return { round, signature: found.toLowerCase(), randomness: randomness.toLowerCase() };
}
