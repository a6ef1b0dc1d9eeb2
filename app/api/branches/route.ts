import { openBranch as open } from "@/lib/branches/change";
import { listBranches, openBranch } from "@/lib/branches/contract";
import { listBranches as list } from "@/lib/branches/list";
import { route } from "@/lib/http/route";

export const GET = route(listBranches, () => list());

export const POST = route(openBranch, ({ body, by }) => open(body, by));
