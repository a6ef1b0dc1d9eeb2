import * as z from "zod";
import { endpoint, fileEndpoint } from "../../api/endpoint";
import { taskKind } from "../contract";
import { SEES_PHONES } from "../who-may-send";

/** What workers with the sandbox did not send: it shows how a message would look to its guest. */

const shared = { permission: SEES_PHONES, about: "none" } as const;

const unsent = z.object({
  id: z.string(),
  kind: taskKind,
  name: z.string(),
  /** Masked: enough to tell two guests apart. */
  phone: z.string(),
  branch: z.string(),
  text: z.string(),
  /** What goes along. */
  file: z.enum(["image", "document"]).nullable(),
  /** As the guest would read it; empty where nothing goes along. */
  file_name: z.string(),
  worker: z.string(),
  /** When it would have gone out (ISO 8601). */
  at: z.string(),
});
export type UnsentMessage = z.output<typeof unsent>;

export const sandboxMessages = endpoint({
  ...shared,
  method: "GET",
  path: "/queue/sandbox",
  summary: "What the sandbox would have sent, the newest first.",
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  answer: z.object({ items: z.array(unsent) }),
});

export const sandboxFile = fileEndpoint({
  ...shared,
  method: "GET",
  path: "/queue/sandbox/{id}/file",
  summary: "The voucher or menu of a message that the sandbox would have sent.",
  params: z.strictObject({ id: z.uuid("There is no such message.") }),
  gives: "application/octet-stream",
});
