import { route } from "@/lib/http/route";
import { liveRows } from "@/lib/stats/contract";
import { liveRows as read } from "@/lib/stats/live-rows";

export const GET = route(liveRows, ({ allBranches, branches, query }) => read(allBranches(), query, branches));
