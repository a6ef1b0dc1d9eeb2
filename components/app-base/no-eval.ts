/**
 * Before any contract is read: the page's policy lets no text become code, and zod tries that once to see whether it may,
 * which the browser reports. `z.config({ jitless: true })` says the same, and too late for contracts that stand before it.
 */
export const NO_EVAL = `globalThis.__zod_globalConfig = { jitless: true };
`;
