import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { branchLimit, newPassword, roleName, sessionUser } from "../auth/contract";
import { cleanText } from "../clean-text";
import { PERMISSION_KEYS } from "../permissions";

const ID = z.string().overwrite(cleanText).max(64);

export const listedUser = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  /** Null for somebody who works in every branch. */
  branches: z.array(z.string()).nullable(),
  /** The keys that this person holds beside those of the roles. Servers of older versions say nothing. */
  own_keys: z.array(z.string()).default([]),
  disabled: z.boolean(),
  created_at: z.string(),
  /** When they signed in last, as far as that is still known. */
  last_sign_in: z.string().nullable(),
  /** On how many devices they are signed in now. */
  sessions: z.number(),
  /** Whether the caller may change this person: nobody changes somebody who may do more. */
  may_change: z.boolean(),
});
export type ListedUser = z.output<typeof listedUser>;

export const listUsers = endpoint({
  method: "GET",
  path: "/auth/users",
  summary: "Everybody who can sign in; whoever is limited to some branches sees whom they may change.",
  permission: "user_create",
  about: "none",
  answer: z.object({ users: z.array(listedUser) }),
});

export const changeUser = endpoint({
  method: "PATCH",
  path: "/auth/users/{id}",
  summary: "Change somebody's roles, own keys or branches, disable them or let them in again. 409 for the last admin.",
  permission: "user_create",
  about: "none",
  params: z.strictObject({ id: ID }),
  body: z
    .strictObject({
      roles: z.array(roleName).min(1, "Select a role. Nothing was changed.").max(10).optional(),
      branches: branchLimit.optional(),
      /** All keys that this person is to hold beside the roles: they add, and nothing takes away. */
      own_keys: z
        .array(z.enum(PERMISSION_KEYS, "There is no such permission. Nothing was changed."))
        .max(PERMISSION_KEYS.length)
        .optional(),
      disabled: z.boolean().optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), "Say what is to change. Nothing was changed."),
  answer: z.object({ message: z.string(), user: sessionUser, ended_sessions: z.number() }),
});
export type UserChange = z.output<NonNullable<(typeof changeUser)["body"]>>;

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/users/{id}/password",
  summary: "Give somebody a new password. All of their sign-ins end at once.",
  permission: "user_create",
  about: "none",
  params: z.strictObject({ id: ID }),
  body: z.strictObject({ password: newPassword }),
  answer: z.object({ message: z.string(), ended_sessions: z.number() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/auth/password",
  summary: "Change one's own password. One's other sign-ins end; this one stays.",
  permission: "signed-in",
  about: "none",
  body: z.strictObject({
    current_password: z.string().min(1, "Enter your current password. Nothing was changed.").max(200),
    password: newPassword,
  }),
  answer: z.object({ message: z.string(), ended_sessions: z.number() }),
});

export const signedInSession = z.object({
  id: z.string(),
  /** `Chrome on Android`; empty for a program that is no browser. */
  device: z.string(),
  started_at: z.string(),
  expires_at: z.string(),
  /** Whether this call came by it. */
  current: z.boolean(),
});
export type SignedInSession = z.output<typeof signedInSession>;
const sessions = z.object({ sessions: z.array(signedInSession) });

export const listOwnSessions = endpoint({
  method: "GET",
  path: "/auth/sessions",
  summary: "Where one is signed in, the newest first.",
  permission: "signed-in",
  about: "none",
  answer: sessions,
});

export const listSessions = endpoint({
  method: "GET",
  path: "/auth/users/{id}/sessions",
  summary: "Where somebody is signed in, the newest first.",
  permission: "user_create",
  about: "none",
  params: z.strictObject({ id: ID }),
  answer: sessions,
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/auth/sessions/{id}",
  worksReadOnly: true,
  summary: "End a sign-in: one's own, or with user_create somebody else's. Its token is dead at once.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({ id: ID }),
  answer: z.object({ message: z.string() }),
});
