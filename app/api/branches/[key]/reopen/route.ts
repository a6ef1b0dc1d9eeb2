import { route } from "@/lib/http/route";
import { reopenBranch as reopen } from "@/lib/restaurants/change";
import { reopenBranch } from "@/lib/restaurants/contract";

export const POST = route(reopenBranch, ({ params, by }) => reopen(params.key, by));
