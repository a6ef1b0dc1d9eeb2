/**
 * The public randomness that a draw hangs on: quicknet, a chain of the League of Entropy (drand). Every three seconds a round is signed
 * by many together; nobody knows a signature before its time, and everybody can check it by this key.
 */
export const QUICKNET = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  /** Of the scheme `bls-unchained-g1-rfc9380` (RFC 9380): signatures are points of G1. */
  domain: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
  /** Seconds since 1970 of round 1, and between two rounds. */
  genesis: 1_692_803_367,
  period: 3,
} as const;

/** When a round is published, in milliseconds since 1970. */
export const timeOfRound = (round: number): number => (QUICKNET.genesis + (round - 1) * QUICKNET.period) * 1_000;

/** The first round that is published after a moment. @param at milliseconds since 1970 */
export function roundAfter(at: number): number {
  return Math.max(1, Math.floor((at / 1_000 - QUICKNET.genesis) / QUICKNET.period) + 2);
}

/** Where anybody reads a round. */
export const addressOfRound = (base: string, round: number): string => `${base}/${QUICKNET.hash}/public/${round}`;

/** Where people read it. */
export const PUBLIC_DRAND = "https://api.drand.sh";

/** A round as it is published. */
export interface Round {
  round: number;
  /** Hex, 48 bytes. */
  signature: string;
}
