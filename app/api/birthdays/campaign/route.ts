import { route } from "@/lib/http/route";
import { openCampaign } from "@/lib/queue/birthday-campaign/campaign";
import { openCampaign as openCampaignContract } from "@/lib/queue/birthday-campaign/contract";

export const GET = route(openCampaignContract, ({ branch, query, ...caller }) => openCampaign(branch, query.date, caller));
