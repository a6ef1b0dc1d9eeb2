import { route } from "@/lib/http/route";
import { runMergeByDate } from "@/lib/merging/contract";
import { mergeByDateAllBranches } from "@/lib/merging/merge-by-date";

export const POST = route(runMergeByDate, ({ branch, query, by, refusal }) => mergeByDateAllBranches(branch, query, by, refusal));
