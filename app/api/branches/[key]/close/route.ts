import { route } from "@/lib/http/route";
import { closeBranch } from "@/lib/restaurants/contract";
import { closeBranch as close } from "@/lib/restaurants/writes";

export const POST = route(closeBranch, ({ params, by }) => close(params.key, by));
