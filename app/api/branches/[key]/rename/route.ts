import { renameBranch as rename } from "@/lib/branches/change";
import { renameBranch } from "@/lib/branches/contract";
import { route } from "@/lib/http/route";

export const POST = route(renameBranch, ({ params, body, by }) => rename(params.key, body, by));
