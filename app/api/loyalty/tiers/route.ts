import { route } from "@/lib/http/route";
import { changeTiers, readTiers } from "@/lib/loyalty/tiers/contract";
import { changeTiersTo, tiersShown } from "@/lib/loyalty/tiers/setting";

export const GET = route(readTiers, () => tiersShown());

export const PUT = route(changeTiers, ({ body, by }) => changeTiersTo(body, by));
