import { openCampaign as openCampaignContract } from "@/lib/birthday-campaign/contract";
import { openCampaign } from "@/lib/birthday-campaign/reads";
import { route } from "@/lib/http/route";

export const GET = route(openCampaignContract, ({ branch, query, ...caller }) => openCampaign(branch, query.date, caller));
