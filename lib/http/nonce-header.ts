/** Set by `front.ts`: the word that lets a script of this page run, and no other. */
export const NONCE_HEADER = "x-nonce";
