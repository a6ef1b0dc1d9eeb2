import { route } from "@/lib/http/route";
import { listCampaigns as list } from "@/lib/queue/campaigns/campaigns";
import { listCampaigns } from "@/lib/queue/campaigns/contract";

export const GET = route(listCampaigns, ({ query, branches }) => list(query, branches));
