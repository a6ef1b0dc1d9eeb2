import { route } from "@/lib/http/route";
import { listBranches, openBranch } from "@/lib/restaurants/contract";
import { listBranches as list } from "@/lib/restaurants/reads";
import { openBranch as open } from "@/lib/restaurants/writes";

export const GET = route(listBranches, () => list());

export const POST = route(openBranch, ({ body, by }) => open(body, by));
