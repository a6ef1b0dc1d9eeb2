import { route } from "@/lib/http/route";
import { renameBranch as rename } from "@/lib/restaurants/change";
import { renameBranch } from "@/lib/restaurants/contract";

export const POST = route(renameBranch, ({ params, body, by }) => rename(params.key, body, by));
