import { route } from "@/lib/api/route";
import { tableLog } from "@/lib/tables/contract";
import { liveFeed } from "@/lib/tables/reads";

export const GET = route(tableLog, async ({ allBranches }) => ({ logs: await liveFeed(allBranches()) }));
