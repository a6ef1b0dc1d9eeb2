import { route } from "@/lib/http/route";
import { previewTiers } from "@/lib/loyalty/tiers/contract";
import { previewOfTiers } from "@/lib/loyalty/tiers/setting";

export const GET = route(previewTiers, ({ query, ...caller }) => previewOfTiers(query.visits, caller));
