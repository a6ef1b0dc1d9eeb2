import * as z from "zod";
import { cleanParagraphs } from "../../clean-text";
import { env } from "../../env";
import { AppError } from "../../errors";
import { log } from "../../log";
import { MOST_COMMENTS } from "./contract";
import type { SeenComment } from "./judge";
import { userNameOf } from "./user-names";

/** Milliseconds that one page of comments is waited for. */
const PATIENCE = 20_000;
/** Comments on a page; Instagram gives no more. */
const ON_PAGE = 50;
/** However few stand on each, so many pages are read. */
const MOST_PAGES = 2_000;

const page = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^[\w-]{1,64}$/),
      text: z.string().default(""),
      timestamp: z.string().default(""),
      username: z.string().default(""),
      from: z.object({ username: z.string().default("") }).optional(),
    }),
  ),
  paging: z.object({ cursors: z.object({ after: z.string().max(2_000).optional() }).optional(), next: z.string().optional() }).optional(),
});

/** Whether this server can read comments by itself. */
export const canFetchComments = (): boolean => env().INSTAGRAM_TOKEN !== undefined;

const refused = (why: string) =>
  new AppError("conflict", `${why} Nothing was changed. Try again later, or bring the comments in as a file.`);

/**
 * The comments of a post, by `GET /{media}/comments` of the Graph API, page by page. The next page is asked for by its cursor: the address
 * that an answer gives holds the token, and could lead anywhere.
 * @throws AppError `conflict` in words that say what to do, without the token
 */
export async function commentsOfPost(media: string, signal: AbortSignal): Promise<SeenComment[]> {
  const found: SeenComment[] = [];
  let after: string | undefined;
  for (let count = 0; count < MOST_PAGES; count++) {
    const { data, paging } = await pageOf(media, after, signal);
    for (const { id, text, timestamp, username, from } of data) {
      const name = userNameOf(username || (from?.username ?? ""));
      const at = Date.parse(timestamp.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
      // Who has hidden their name takes no part.
      if (name !== null)
        found.push({
          comment_id: id,
          username: name,
          text: cleanParagraphs(text),
          commented_at: Number.isNaN(at) ? "" : new Date(at).toISOString(),
        });
    }
    if (found.length > MOST_COMMENTS)
      throw new AppError(
        "too_large",
        `A competition takes at most ${MOST_COMMENTS.toLocaleString("en")} comments. Nothing was brought in.`,
      );
    const next = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (next === undefined || next === after) return found;
    after = next;
  }
  throw refused("Instagram goes on giving pages of comments without an end.");
}

async function pageOf(media: string, after: string | undefined, signal: AbortSignal): Promise<z.output<typeof page>> {
  const { INSTAGRAM_TOKEN, INSTAGRAM_GRAPH_URL } = env();
  if (INSTAGRAM_TOKEN === undefined) throw refused("This server has no access to Instagram.");
  const address = new URL(`${INSTAGRAM_GRAPH_URL}/${media}/comments`);
  address.searchParams.set("fields", "id,text,timestamp,username,from");
  address.searchParams.set("limit", String(ON_PAGE));
  if (after !== undefined) address.searchParams.set("after", after);
  let answer: { status: number; text: string };
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${INSTAGRAM_TOKEN}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      redirect: "error",
    });
    answer = { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw new AppError("aborted", "The caller went away before the answer.");
    log().warn({ code: error instanceof Error ? error.name : "unknown" }, "the comments of a post were not read");
    throw refused("Instagram does not answer.");
  }
  if (answer.status !== 200) throw refusalOf(answer);
  const read = page.safeParse(parsed(answer.text));
  if (read.success) return read.data;
  throw refused("Instagram’s answer cannot be read.");
}

/** Codes of the Graph API: 190 for the token, 100 for what is not there, 10 and 200 for rights, 4, 17 and 32 for too many calls. */
function refusalOf({ status, text }: { status: number; text: string }): AppError {
  const said = z.object({ error: z.object({ code: z.number() }) }).safeParse(parsed(text));
  const code = said.success ? said.data.error.code : 0;
  log().warn({ status, code }, "Instagram refused the comments of a post");
  if (code === 190 || status === 401)
    return refused("Instagram does not take this server’s token any more: whoever keeps the server makes a new one.");
  if (code === 100 || status === 404) return refused("Instagram knows no post of this account under this media id.");
  if (code === 10 || (code >= 200 && code < 300)) return refused("Instagram does not let this account read these comments.");
  if ([4, 17, 32, 613].includes(code) || status === 429) return refused("Instagram was asked too often.");
  return refused("Instagram refused to give the comments.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
