import { countAllData } from "@/lib/all-data/contract";
import { countOfAllData } from "@/lib/all-data/page";
import { route } from "@/lib/http/route";

export const GET = route(countAllData, ({ query, branch, allBranches, ...caller }) =>
  countOfAllData({ branch, allBranches, caller }, query),
);
