import { route } from "@/lib/http/route";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { listCampaigns as list } from "@/lib/queue/campaigns/reads";

export const GET = route(listCampaigns, ({ query, branches }) => list(query, branches));
