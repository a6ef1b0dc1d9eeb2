import { route } from "@/lib/http/route";
import { replaceCard as replace } from "@/lib/rewards/cards";
import { replaceCard } from "@/lib/rewards/contract";

export const POST = route(replaceCard, ({ branch, params, body, by }) => replace(branch, params.id, body, by));
