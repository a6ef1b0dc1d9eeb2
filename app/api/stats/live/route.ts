import { route } from "@/lib/http/route";
import { liveStats } from "@/lib/stats/contract";
import { liveStats as read } from "@/lib/stats/live";

export const GET = route(liveStats, ({ allBranches, branches, query }) => read(allBranches(), query.date, branches));
