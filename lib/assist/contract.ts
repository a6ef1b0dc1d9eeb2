import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";

export const assistRole = z.enum(["host", "viewer"]);
export type AssistRole = z.output<typeof assistRole>;

const assistId = z.string().regex(/^[\w-]{22}$/, "There is no such session.");
const one = z.strictObject({ id: assistId });

/** Six digits, as people type them: spaces and dashes between them are no part of the code. */
const sixDigits = z.strictObject({ code: z.string().overwrite(cleanText).max(40) });

export const startAssist = endpoint({
  method: "POST",
  path: "/assist/start",
  worksWhereClosed: true,
  summary: "Begin to share this screen or camera. The code is for whoever is to see it, and works once.",
  permission: "remote_assist_share",
  perMinute: 20,
  answersSecret: true,
  answer: z.object({ id: z.string(), code: z.string(), expires_at: z.string() }),
});

export const joinAssist = endpoint({
  method: "POST",
  path: "/assist/join/{code}",
  worksWhereClosed: true,
  summary: "Ask to see what somebody shares, by the code that they say. They are asked whether they allow it.",
  permission: "remote_assist_view",
  params: sixDigits,
  body: z.strictObject({}).optional(),
  answer: z.object({ id: z.string(), state: z.literal("pending_approval"), expires_at: z.string() }),
});

export const endAssist = endpoint({
  method: "POST",
  path: "/assist/end/{id}",
  worksReadOnly: true,
  summary: "End a session of one's own, as its host or its viewer. One that is over stays over.",
  permission: { any: ["remote_assist_share", "remote_assist_view"] },
  about: "none",
  params: one,
  answer: z.object({ ok: z.literal(true), id: z.string(), state: z.literal("ended") }),
});

export const assistTicket = endpoint({
  method: "POST",
  path: "/assist/ticket",
  worksReadOnly: true,
  summary: "A ticket for the socket of a session of one's own; it opens one, within 30 seconds.",
  permission: { any: ["remote_assist_share", "remote_assist_view"] },
  about: "none",
  perMinute: 60,
  answersSecret: true,
  body: z.strictObject({ id: assistId, role: assistRole }),
  answer: z.object({ ticket: z.string(), expires_at: z.string() }),
});
