import { route } from "@/lib/http/route";
import { tableLog } from "@/lib/tables/contract";
import { feedState, liveFeed } from "@/lib/tables/saved";

export const GET = route(tableLog, async ({ allBranches, nameState }) => {
  const branches = allBranches();
  nameState(await feedState(branches));
  return liveFeed(branches);
});
