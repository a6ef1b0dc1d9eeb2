import { route } from "@/lib/http/route";
import { reopenBranch } from "@/lib/restaurants/contract";
import { reopenBranch as reopen } from "@/lib/restaurants/writes";

export const POST = route(reopenBranch, ({ params, by }) => reopen(params.key, by));
