import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { isBranchKey } from "../known-branches";
import { sendingInShort } from "../queue/sending-in-short";

/** What is said of a store that can be used, and lacks a part of what it had acknowledged. */
export const INCOMPLETE = "incomplete";

/** How one store is: `ok`, or the code of what is wrong with it. */
export const storeHealth = z.object({
  /** A branch's key, or `hub`. */
  branch: z.string(),
  kind: z.enum(["hub", "contacts", "table"]),
  ok: z.boolean(),
  code: z.string().nullable(),
  /**
   * What it lacks of what was acknowledged, until somebody has seen it: how many changes, between the last thing that it
   * knows and the last that was acknowledged (ISO 8601). Else it is not said.
   */
  missing: z.object({ changes: z.number(), since: z.string().nullable(), until: z.string() }).optional(),
  /**
   * Of a guest book: how many guests were not what was said of them when it was compared (ISO 8601). It can be used: it is no reason for
   * `ok` to be false. Else it is not said.
   */
  differs: z.object({ guests: z.number(), at: z.string() }).optional(),
});
export type StoreHealth = z.output<typeof storeHealth>;

/** Its words, who set it, and when (ISO 8601). */
const switchedOn = z.object({ text: z.string(), by: z.string(), at: z.string() });

export const health = endpoint({
  method: "GET",
  path: "/health",
  summary:
    "Whether this server can open every store that it keeps, may write it, and has room on the disk: 503 when not. And what a store lacks.",
  permission: "public",
  about: "none",
  answer: z.object({
    ok: z.boolean(),
    /** `ok`; `incomplete` where all can be used and something acknowledged is missing; `degraded`. */
    status: z.string(),
    version: z.string(),
    branch: z.string(),
    branches: z.array(z.string()),
    /** The restaurants of the group, closed ones too, in their order. Servers of older versions say nothing. */
    restaurants: z.array(z.object({ key: z.string(), name: z.string(), isClosed: z.boolean() })).optional(),
    stores: z.array(storeHealth),
    time: z.string(),
    /** A word that changes with what the caller may do; null for nobody, and where a server of an older version says nothing. */
    rights: z.string().nullish(),
    /** How sending stands, for people who are signed in: what waits of their branches, whether the whole group is stopped, how many workers can send, how many replies of guests nobody has dealt with, and how many guests may have said no. */
    sending: sendingInShort.nullish(),
    /** What is switched for the whole house, for people who are signed in: a sentence on every page, and why nobody may change anything. */
    house: z.object({ notice: switchedOn.nullable(), read_only: switchedOn.nullable() }).nullish(),
  }),
  // Whoever balances loads by it must not take a server out of use that works.
  statusOf: ({ status }) => (status === "degraded" ? 503 : 200),
});
export type Health = z.output<typeof health.answer>;

export const seenMissing = endpoint({
  method: "POST",
  path: "/health/missing/seen",
  worksReadOnly: true,
  summary:
    "Somebody has seen what a store lacks: health and the pages say it no more, and the trail keeps it. The group's store: who may do everything.",
  permission: "signed-in",
  about: "none",
  /** As the health check names the store. */
  body: z.strictObject({
    branch: z
      .string()
      .max(64)
      .refine((owner) => owner === "hub" || isBranchKey(owner), "There is no such branch."),
    kind: storeHealth.shape.kind,
  }),
  answer: z.object({ ok: z.boolean() }),
});
