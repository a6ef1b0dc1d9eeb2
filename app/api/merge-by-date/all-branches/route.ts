import { route } from "@/lib/api/route";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { mergeByDateAllBranches } from "@/lib/merging/writes";

export const GET = route(runMergeByDateFallback, ({ branch, query, receipt }) => mergeByDateAllBranches(branch, query, receipt));
