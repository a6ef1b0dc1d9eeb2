import { listBin } from "@/lib/all-data/together/contract";
import { binOf } from "@/lib/all-data/together/together";
import { route } from "@/lib/http/route";

export const GET = route(listBin, ({ query, branch, allBranches, ...caller }) => binOf({ branch, allBranches, caller }, query));
