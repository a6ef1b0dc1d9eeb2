import * as z from "zod";
import { endpoint } from "../api/endpoint";

/** How one store is: `ok`, or the code of what is wrong with it. */
export const storeHealth = z.object({ branch: z.string(), kind: z.string(), ok: z.boolean(), code: z.string().nullable() });

export const health = endpoint({
  method: "GET",
  path: "/health",
  summary: "Whether this server can open every store that it keeps, may write it, and has room on the disk. 503 when not.",
  permission: "public",
  about: "none",
  answer: z.object({
    ok: z.boolean(),
    status: z.string(),
    version: z.string(),
    branch: z.string(),
    branches: z.array(z.string()),
    stores: z.array(storeHealth),
    time: z.string(),
    /** A word that changes with what the caller may do; null for nobody, and where a server of an older version says nothing. */
    rights: z.string().nullish(),
    /** How sending stands, for people who are signed in: what waits of their branches, whether all is stopped, and how many workers can send. */
    sending: z.object({ waiting: z.number(), stopped: z.boolean(), workers: z.number() }).nullish(),
  }),
  statusOf: (answer) => (answer.ok ? 200 : 503),
});
export type Health = z.output<typeof health.answer>;
