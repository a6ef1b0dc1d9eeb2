import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanParagraphs, cleanPhones, cleanText, hasInvisible } from "../clean-text";
import { isBranchKey } from "../known-branches";
import { howMany, nextTry } from "./next-try/contract";
import { obstacle, paused, workersNow } from "./obstacles/contract";
import { reply } from "./replies/reply";
import { TASK_KINDS } from "./task-kinds";

/** What a person sees of an item; a lease, a doubt and a delivery are told beside it. */
export const itemStatus = z.enum(["PENDING", "IN_PROGRESS", "SENT", "FAILED", "CANCELLED"]);
export type ItemStatus = z.output<typeof itemStatus>;

/** Of the messages that count in each state, how many were handed over and nobody has answered: they may have arrived. */
export const unansweredIn = z.record(itemStatus, z.number());

/** `DONE` also when all of it was cancelled: the specification's client asks until it is done or failed. How much was, its counts say. */
export const taskStatus = z.enum(["PENDING", "DONE", "FAILED"]);

export const taskKind = z.enum(TASK_KINDS);
export type TaskKind = z.output<typeof taskKind>;

/** WhatsApp takes no longer text. */
const LONGEST_TEXT = 4_096;
/** docs/design/reliability.md S-30. */
export const MOST_ITEMS = 500;

/** A path is taken as it is or not at all: a changed one would be another file's. */
const filePath = z
  .string()
  .max(400)
  .refine((named) => !hasInvisible(named), "A path holds a character that nobody can see.");
/** The words of a message. */
export const text = z.string().overwrite(cleanParagraphs).max(LONGEST_TEXT, "The message is longer than WhatsApp takes: 4,096 characters.");

/** One guest to write to. The fields are those of all the specification's callers: each sends the ones that it knows. */
export const queueItem = z.strictObject({
  name: z.string().overwrite(cleanText).max(200).default(""),
  phone: z.string().overwrite(cleanPhones).max(400).default(""),
  /** `{name}` and `{branch}` in it are replaced. */
  message: text.optional(),
  branch: z
    .string()
    .overwrite((named) => cleanText(named).toLowerCase())
    .refine((key) => key === "" || isBranchKey(key), "There is no such branch. Choose one of the list. Nothing was queued.")
    .optional(),
  /** The saved table whose menu it is. */
  table_name: z.string().overwrite(cleanText).max(200).optional(),
  /** A PDF below the data folder's `menus`. */
  pdf_path: filePath.optional(),
  /** The id of the voucher whose picture goes along, or its path. */
  voucher: filePath.optional(),
});
export type QueueItem = z.output<typeof queueItem>;

const items = z.array(queueItem).min(1, "There is nobody to send to.").max(MOST_ITEMS, "At most 500 messages go into the queue at once.");

/** A form's fields are texts: the list comes as JSON in one of them. */
function listOfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const batchBody = z.strictObject({
  // Whoever calls from TypeScript sends the list itself, so the way in keeps the list's type.
  items: z.preprocess(listOfText, items) as unknown as typeof items,
  /** For items that say none themselves; `{name}` and `{branch}` are replaced for each guest. */
  message: text.optional(),
  prefer_worker: z.string().overwrite(cleanText).max(64).nullable().optional(),
  campaign: taskKind.optional(),
  /** The birthday that a campaign is for; where nobody says it, that of the vouchers which go along. */
  date: calendarDate.optional(),
});
export type EnqueueBody = z.output<typeof batchBody>;
/** A list as it goes out. */
export type EnqueueBatch = z.input<typeof batchBody>;

/** One message without a list around it. */
const singleBody = queueItem.extend(batchBody.omit({ items: true, message: true }).shape);

/** The specification's client sends one message as it is, or a list, to whichever address answers (docs/design/spec-guests.md 7). */
function asBatch(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "items" in value) return value;
  const { prefer_worker, campaign, date, ...item } = value as Record<string, unknown>;
  return { items: [item], prefer_worker, campaign, date };
}

// Whoever calls from TypeScript sends either shape itself, so the way in keeps their types.
const enqueueBody = z.preprocess(asBatch, batchBody) as unknown as z.ZodType<
  EnqueueBody,
  z.input<typeof batchBody> | z.input<typeof singleBody>
>;

const left = z.object({ index: z.number(), name: z.string(), reason: z.string() });
/** With the moment from which the very same can be queued (ISO 8601); null where no time helps, or nobody knows. */
export const leftOut = left.extend({
  again_from: z.string().nullable().optional(),
  /** Somebody had queued the same to this guest before, of a branch of the caller's. Servers of older versions do not say. */
  same: z.boolean().optional(),
});

/** What became of messages that were to be queued. */
export const enqueueAnswer = z.object({
  ok: z.literal(true),
  /** How many will be sent. */
  enqueued: z.number(),
  /** How many were left out because the same goes, or went, to the same guest already. */
  duplicates: z.number(),
  /** Items whose guest cannot be written to, each with a sentence. */
  invalid: z.array(left),
  /** Guests who are not written to for another reason: they said no, or the same was sent already. */
  skipped: z.array(leftOut),
  /** To how many of those that were queued the approved template goes in place of their words: the number sends by the official API. */
  by_template: z.number(),
  /** Another way is online too, and what goes by it goes in its words: these are how many at most. Servers of older versions say nothing. */
  by_template_at_most: z.boolean().optional(),
  /** Null when nothing was queued. */
  task_id: z.string().nullable(),
  detail: z.string(),
});
export type Enqueued = z.output<typeof enqueueAnswer>;

const enqueueCall = {
  method: "POST",
  permission: "signed-in",
  about: "any",
  reads: "form",
  body: enqueueBody,
  answer: enqueueAnswer,
  // The specification's client goes from one address to the next with one and the same batch.
  sameCallAs: "enqueue messages",
} as const;

export const enqueue = endpoint({
  ...enqueueCall,
  path: "/queue/enqueue",
  summary:
    "Put messages into the queue, a list or one by itself: all of them or none. Needs open_saved_tables, nav_birthdays and send_all, or nav_customer_service.",
});

export const enqueueBatch = endpoint({ ...enqueueCall, path: "/queue/enqueue/batch", summary: "The same as /queue/enqueue." });

export const enqueueItems = endpoint({ ...enqueueCall, path: "/queue/enqueue-items", summary: "The same as /queue/enqueue." });

export const enqueueSingle = endpoint({ ...enqueueCall, path: "/queue/enqueue/single", summary: "The same as /queue/enqueue." });

export const queueStats = endpoint({
  method: "GET",
  path: "/queue/stats",
  summary:
    "How many messages stand where: what waits, and what ended since the business day began. IN_PROGRESS holds those in doubt, FAILED those that stayed so.",
  permission: "signed-in",
  about: "none",
  answer: z.object({
    PENDING: z.number(),
    IN_PROGRESS: z.number(),
    SENT: z.number(),
    FAILED: z.number(),
    CANCELLED: z.number(),
  }),
});

const pendingItem = z.object({
  id: z.string(),
  task_id: z.string(),
  name: z.string(),
  /** As people read it; masked for those who may not send. */
  phone: z.string(),
  table_name: z.string(),
  pdf_path: z.string(),
  voucher: z.string(),
  branch: z.string(),
  kind: taskKind,
  status: itemStatus,
  /** Null until something went wrong, or for as long as something is waited for: a sentence. */
  last_error: z.string().nullable(),
  /** The name of the worker that has it, or to which it was dealt; null where nobody is named. */
  worker: z.string().nullable(),
  /** As of what was sent. */
  unanswered: z.boolean().optional(),
  undecided: z.boolean().optional(),
  /** How often it was tried before. */
  attempts: z.number(),
  /** When it is tried next; null for one that is under way. */
  next_try: z.string().nullable(),
  /** As of a campaign. */
  ends: nextTry.shape.ends,
  too_late: nextTry.shape.too_late,
  in_vain: nextTry.shape.in_vain,
  waits_for: nextTry.shape.waits_for,
  /** It does not go before somebody does something, which `last_error` says, or the obstacle of all that waits. Servers of older versions do not say. */
  blocked: z.boolean().optional(),
  /** Its campaign is paused, or sending is stopped: nothing of it goes out before somebody resumes it. */
  paused: z.boolean().optional(),
  /** It is the sending of its branch, or of the whole group, that is stopped. Servers of older versions do not say. */
  stopped: z.boolean().optional(),
  /** The birthday that it greets to; null for whatever else is sent. */
  date: z.string().nullish(),
  /** As of what was sent. */
  in_doubt: z.boolean().optional(),
});
export type PendingItem = z.output<typeof pendingItem>;

export const queuePending = endpoint({
  method: "GET",
  path: "/queue/pending",
  summary: "The messages that are still to go out, those under way first.",
  permission: "signed-in",
  about: "none",
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(200) }),
  answer: z.object({
    items: z.array(pendingItem),
    /**
     * Those that were handed over and of which no word came, for as long as somebody can settle them. Beside the others, because clients of
     * the specification show `items` as what waits. Servers of older versions do not say.
     */
    doubts: z.array(pendingItem).optional(),
    /**
     * Of all that count as sent, how many a worker with the sandbox took: no guest got them. Here, because clients of the specification
     * add up what `GET /queue/stats` counts. Servers of older versions do not say.
     */
    sandbox: z.number().optional(),
    /** Of all that count as failed, how many did not go because the guest has said no. */
    said_no: z.number().optional(),
    /** Told here for the same reason. Servers of older versions do not say. */
    unanswered: unansweredIn.optional(),
    /** From when on `GET /queue/stats` counts what is over (ISO 8601). Servers of older versions count all that ever was, and do not say. */
    since: z.string().optional(),
  }),
});

/** By whom a message goes out. Servers of older versions say nothing of it. */
export const sending = z.object({
  /** It waits until somebody decides whether the guest said no. Servers of older versions say nothing. */
  undecided: z.boolean().optional(),
  /** It was handed over and nobody has answered: it may have arrived, whether word of it is still waited for or not. */
  unanswered: z.boolean().optional(),
  /** The name of the worker that sent it; of one that waits, of who has it or to whom it was dealt; null where nobody is named. */
  worker: z.string().nullish(),
  /** A worker with the sandbox took it: it counts as sent, and no guest got it. */
  sandbox: z.boolean().optional(),
});

/** What became of one message. */
export const taskResult = sending.extend({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  status: itemStatus,
  error: z.string().nullable(),
  /** What WhatsApp has told since: `sent`, `delivered`, `read`, `failed`; `replied` once the guest wrote back; null until then. */
  delivery: z.string().nullable(),
  /** What the guest wrote back within the last week, the oldest first; nothing for those who may not send, and from servers of older versions. */
  replies: z.array(reply).optional(),
  /** It may have arrived, and whoever accepts that it may arrive twice sends it again. Servers of older versions say nothing. */
  in_doubt: z.boolean().optional(),
});

export const openTask = endpoint({
  method: "GET",
  path: "/queue/{id}",
  summary: "One task with a result for each of its messages.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({ id: z.uuid("There is no such task.") }),
  answer: z.object({
    id: z.string(),
    kind: taskKind,
    /** From which it was queued. Servers of older versions do not say. */
    branch: z.string().optional(),
    status: taskStatus,
    total: z.number(),
    sent: z.number(),
    failed: z.number(),
    cancelled: z.number(),
    results: z.array(taskResult),
    ...nextTry.shape,
    ...howMany.shape,
    /** What keeps all that waits from going out until somebody mends it. Servers of older versions say nothing. */
    obstacle: obstacle.nullish(),
    workers_now: workersNow.optional(),
    /** Who has paused it alone, and when; null where nobody has. Servers of older versions say nothing. */
    paused: paused.nullish(),
  }),
});
export type Task = z.output<typeof openTask.answer>;
