import { route } from "@/lib/http/route";
import { historyStats } from "@/lib/stats/contract";
import { historyStats as read } from "@/lib/stats/history";

export const GET = route(historyStats, ({ allBranches, branches, query }) => read(allBranches(), query, branches));
