/**
 * So much memory, in KiB, takes a hash of a password where no test is about how dear it is (`TEST_HASH_KIB`, lib/test-hooks.ts): a
 * fiftieth of the usual time.
 */
export const QUICK_HASH = "1024";

/** What the people of the template sign in with. */
export const PASSWORDS = { admin: "seven brass lanterns", staff: "warm bread at noon", keyless: "no door opens here" };
