import { route } from "@/lib/http/route";
import { liveStats } from "@/lib/stats/contract";
import { liveState, liveStats as read } from "@/lib/stats/live";

export const GET = route(liveStats, async ({ allBranches, branches, query: { date }, nameState }) => {
  const theirs = allBranches();
  nameState(await liveState(theirs, date));
  return read(theirs, date, branches);
});
