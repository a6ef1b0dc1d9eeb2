import { route } from "@/lib/http/route";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { mergeByDateAllBranches } from "@/lib/merging/merge-by-date";

export const GET = route(runMergeByDateFallback, ({ branch, query, by, refusal }) => mergeByDateAllBranches(branch, query, by, refusal));
