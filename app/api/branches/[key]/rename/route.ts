import { route } from "@/lib/http/route";
import { renameBranch } from "@/lib/restaurants/contract";
import { renameBranch as rename } from "@/lib/restaurants/writes";

export const POST = route(renameBranch, ({ params, body, by }) => rename(params.key, body, by));
