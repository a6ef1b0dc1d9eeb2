import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanName, cleanText } from "../clean-text";
import { isBranchKey } from "../known-branches";
import { PERMISSION_KEYS } from "../permissions";
import { PEOPLE_TEXTS } from "./account-texts";

export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The branches that this person works in; null for every one. Servers of older versions say nothing. */
  branches: z.array(z.string()).nullable().default(null),
  /** Of the permissions those that this person holds beside the roles. Servers of older versions say nothing. */
  own_keys: z.array(z.string()).default([]),
});
export type SessionUser = z.output<typeof sessionUser>;

const NO_REFRESH_TOKEN = "This is no refresh token. Sign in again.";

const pairOfTokens = {
  /** Opens every other call, until `expires_at`. */
  access_token: z.string(),
  token_type: z.literal("bearer"),
  /** ISO 8601; a quarter of an hour after it was made. */
  expires_at: z.string(),
  /** When the sign-in ends, however often it is renewed; ISO 8601. Servers of older versions say nothing. */
  sign_in_ends_at: z.string().optional(),
};

export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  summary: "Sign in. The answer's token is the bearer of every other call; POST /auth/refresh gives the next one.",
  permission: "public",
  about: "none",
  body: z.strictObject({
    username: z.string().overwrite(cleanText).min(1, "Enter your username.").max(100),
    password: z.string().min(1, "Enter your password.").max(200),
  }),
  answer: z.object({ ...pairOfTokens, refresh_token: z.string().optional(), user: sessionUser }),
});

export const refresh = endpoint({
  method: "POST",
  path: "/auth/refresh",
  perMinute: 300,
  summary:
    "The next access token, by a refresh token that is good once: used twice it ends the sign-in. The same Idempotency-Key repeats a step.",
  permission: "public",
  about: "none",
  answersSecret: true,
  withCookie: true,
  /** Pages send nothing: their cookie is a refresh token, and is renewed with it. */
  body: z
    .strictObject({
      refresh_token: z
        .string()
        .max(2_000)
        .regex(/^[\w.-]*$/, NO_REFRESH_TOKEN)
        .optional(),
    })
    .optional(),
  answer: z.object({
    ...pairOfTokens,
    /** Left out where the cookie was renewed: no script of a page reads it. */
    refresh_token: z.string().optional(),
    user: sessionUser,
  }),
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  worksReadOnly: true,
  summary: "Sign out: this token is dead at once.",
  permission: "signed-in",
  about: "none",
  endsSignIn: true,
  emptiesCache: true,
  answer: z.object({ ok: z.literal(true), message: z.string() }),
});

export const me = endpoint({
  method: "GET",
  path: "/auth/me",
  summary: "Who is signed in, with roles and permissions.",
  permission: "signed-in",
  about: "none",
  answer: z.object({
    user: sessionUser,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** The same hash as in `GET /health`: when that differs, the rights have changed and are loaded again. */
    rights: z.string().nullish(),
  }),
});

/** Role names become field names of answers, where `__proto__` or `constructor` would mean something else. */
const INHERITED = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"].map((name) => name.toLowerCase()));

export const roleName = z
  .string()
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .regex(/^[\p{L}\p{M}\p{Nd} _-]{1,40}$/u, "A role's name has 1 to 40 letters, digits, spaces, - or _. Nothing was changed.")
  .refine((name) => !INHERITED.has(name), "A role cannot have this name. Choose another one. Nothing was changed.");

/** The branches that somebody is limited to; null for every one. */
export const branchLimit = z
  .array(z.string().max(64).refine(isBranchKey, "There is no such branch. Choose one of the list. Nothing was changed."))
  .min(1, "Choose at least one branch, or every branch. Nothing was changed.")
  .max(1_000)
  .nullable();

export const newPassword = z.string().min(8, "The password needs at least 8 characters.").max(200);

const grants = z.array(z.enum(["*", ...PERMISSION_KEYS]));

export const newUser = endpoint({
  method: "POST",
  path: "/auth/new-user",
  summary: "Create a user with one role, for every branch or for some. Nobody gives what they do not hold themselves (403).",
  permission: "user_create",
  about: "none",
  status: 201,
  body: z.strictObject({
    username: z
      .string()
      .overwrite(cleanName)
      .min(1, { error: PEOPLE_TEXTS.fillAll, abort: true })
      .max(100)
      .regex(/[\p{L}\p{N}]/u, "A username needs a letter or a digit."),
    password: newPassword,
    roles: z.array(roleName).min(1, PEOPLE_TEXTS.fillAll).max(10),
    branches: branchLimit.optional(),
  }),
  answer: z.object({ message: z.string(), user: sessionUser }),
});

export const listRoles = endpoint({
  method: "GET",
  path: "/auth/roles",
  summary: "Every role with the permissions that it holds.",
  permission: "signed-in",
  about: "none",
  answer: z.object({ roles: z.record(z.string(), z.array(z.string())) }),
});

export const changeRole = endpoint({
  method: "PUT",
  path: "/auth/roles/{role}",
  summary: "Set the permissions of a role; 409 for the last one that holds everything, and when it is not as `expected` any more.",
  permission: "user_create",
  about: "none",
  params: z.strictObject({ role: roleName }),
  body: z.strictObject({
    permissions: grants,
    /** What the role held when it was looked at: somebody else's change in between is not overwritten. */
    expected: grants.optional(),
  }),
  answer: z.object({ roles: z.record(z.string(), z.array(z.string())) }),
});
