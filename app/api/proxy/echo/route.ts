import { route } from "@/lib/api/route";
import { runMergeByDate } from "@/lib/merging/contract";
import { mergeByDateAllBranches } from "@/lib/merging/writes";

export const POST = route(runMergeByDate, ({ branch, query, receipt }) => mergeByDateAllBranches(branch, query, receipt));
