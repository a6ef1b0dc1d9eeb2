import { route } from "@/lib/http/route";
import { pauseCampaign } from "@/lib/queue/campaigns/contract";
import { pauseCampaign as pause } from "@/lib/queue/campaigns/control";

export const POST = route(pauseCampaign, ({ branch, params, by }) => pause(branch, params.id, by));
