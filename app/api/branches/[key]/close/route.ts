import { route } from "@/lib/http/route";
import { closeBranch as close } from "@/lib/restaurants/change";
import { closeBranch } from "@/lib/restaurants/contract";

export const POST = route(closeBranch, ({ params, by }) => close(params.key, by));
