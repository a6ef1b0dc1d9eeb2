import { route } from "@/lib/http/route";
import { resumeCampaign } from "@/lib/queue/campaigns/contract";
import { resumeCampaign as resume } from "@/lib/queue/campaigns/control";

export const POST = route(resumeCampaign, ({ branch, params, by }) => resume(branch, params.id, by));
