import { listAllData } from "@/lib/all-data/contract";
import { pageOfAllData } from "@/lib/all-data/page";
import { route } from "@/lib/http/route";

export const GET = route(listAllData, ({ query, branch, allBranches, ...caller }) => pageOfAllData({ branch, allBranches, caller }, query));
