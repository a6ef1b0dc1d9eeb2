import { reopenBranch as reopen } from "@/lib/branches/change";
import { reopenBranch } from "@/lib/branches/contract";
import { route } from "@/lib/http/route";

export const POST = route(reopenBranch, ({ params, by }) => reopen(params.key, by));
