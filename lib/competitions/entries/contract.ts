import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { COMPETITION_RIGHTS } from "../rights";
import { REMOVALS } from "./judge";

const { view, edit } = COMPETITION_RIGHTS;
const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });

/** Bytes of a file of comments: fifty thousand of usual length. */
export const LARGEST_FILE = 12 * 1024 * 1024;
/** Comments that one competition takes. */
export const MOST_COMMENTS = 50_000;

const taken = z.object({
  ok: z.literal(true),
  message: z.string(),
  /** New comments, those that were there, and those that are there with another text now. */
  added: z.number(),
  doubles: z.number(),
  edited: z.number(),
  wrong: z.array(z.object({ line: z.number(), reason: z.string() })),
  wrong_count: z.number(),
});
export type TakenComments = z.output<typeof taken>;

export const bringEntries = endpoint({
  method: "POST",
  path: "/competitions/{id}/entries",
  summary:
    "Bring comments in as the form's field `file`: a CSV file with username and text, and id and timestamp where there are, or lines that begin with a name.",
  permission: edit,
  reads: "file",
  takesLong: true,
  perMinute: 20,
  limit: LARGEST_FILE,
  params: byId,
  /** Whether somebody chose a file, or pasted what is in it. */
  query: z.strictObject({ source: z.enum(["file", "paste"]).default("file") }),
  answer: taken,
});

export const fetchEntries = endpoint({
  method: "POST",
  path: "/competitions/{id}/entries/fetch",
  summary: "Read the comments of the post by Instagram's official call. Comments on ads and on live video are not among them.",
  permission: edit,
  takesLong: true,
  perMinute: 20,
  params: byId,
  answer: taken,
});

export const listEntries = endpoint({
  method: "GET",
  path: "/competitions/{id}/entries",
  summary: "Comments with what each filter says of them: those that take part, or those that one filter takes out.",
  permission: view,
  params: byId,
  query: z.object({
    which: z.enum(["all", "entries", "edited", ...REMOVALS]).default("all"),
    search: z.string().overwrite(cleanText).max(60).default(""),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(MOST_COMMENTS).default(0),
  }),
  answer: z.object({
    total: z.number(),
    comments: z.array(
      z.object({
        comment_id: z.string(),
        username: z.string(),
        texts: z.array(z.string()),
        commented_at: z.string(),
        removed: z.enum(REMOVALS).nullable(),
      }),
    ),
  }),
});
export type ListedComments = z.output<typeof listEntries.answer>;
