import { bulkRead } from "../../db/bulk-read";
import { competitionById } from "../rows";
import type { Counts } from "../shapes";
import type { ListedComments } from "./contract";
import type { JudgedComment, Removal } from "./judge";
import { countsIn } from "./stored-comments";

export interface JudgeCommentsInput {
  hub: string;
  id: string;
  /** ISO 8601. */
  at: string;
  /** Comments that are asked for; left out, the figures alone. */
  page?: { which: "all" | "entries" | "edited" | Removal; search: string; limit: number; offset: number };
}

export interface JudgedPage extends ListedComments {
  counts: Counts;
}

/** What grows with the comments is done in a thread. @returns null where there is no such competition */
export function judgeComments({ hub, id, at, page }: JudgeCommentsInput): JudgedPage | null {
  return bulkRead({ hub }, ({ hub: sql }) => {
    const row = competitionById(sql, id);
    if (!row) return null;
    const { counts, comments } = countsIn(sql, row, at);
    if (!page) return { counts, total: 0, comments: [] };
    const found = comments.filter((one) => isAsked(one, page));
    return { counts, total: found.length, comments: found.slice(page.offset, page.offset + page.limit) };
  });
}

function isAsked({ removed, texts, username }: JudgedComment, { which, search }: NonNullable<JudgeCommentsInput["page"]>): boolean {
  const words = search.toLowerCase().replace(/^@/, "");
  if (words !== "" && !username.includes(words) && !texts.some((text) => text.toLowerCase().includes(words))) return false;
  if (which === "all") return true;
  if (which === "edited") return texts.length > 1;
  return which === "entries" ? removed === null : removed === which;
}
