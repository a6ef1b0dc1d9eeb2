/**
 * Runs in the browser before any other code of ours, on refusals' pages too, whose inline scripts the browser skips.
 *
 * The page's policy lets no text become code (`lib/http/security-headers.ts`), and zod tries that once to see whether it may, which the
 * browser reports. `z.config({ jitless: true })` says the same, and would bring zod along before Home needs it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
