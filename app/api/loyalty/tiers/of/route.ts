import { route } from "@/lib/http/route";
import { tiersOfGuests } from "@/lib/loyalty/tiers/contract";
import { tiersOf } from "@/lib/loyalty/tiers/setting";

export const POST = route(tiersOfGuests, ({ body, ...caller }) => tiersOf(body, caller));
