import { closeBranch as close } from "@/lib/branches/change";
import { closeBranch } from "@/lib/branches/contract";
import { route } from "@/lib/http/route";

export const POST = route(closeBranch, ({ params, by }) => close(params.key, by));
