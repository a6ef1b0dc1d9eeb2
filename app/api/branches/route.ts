import { route } from "@/lib/http/route";
import { openBranch as open } from "@/lib/restaurants/change";
import { listBranches, openBranch } from "@/lib/restaurants/contract";
import { listBranches as list } from "@/lib/restaurants/list";

export const GET = route(listBranches, () => list());

export const POST = route(openBranch, ({ body, by }) => open(body, by));
