import { route } from "@/lib/http/route";
import { cancelCampaign } from "@/lib/queue/campaigns/contract";
import { cancelCampaign as cancel } from "@/lib/queue/campaigns/control";

export const POST = route(cancelCampaign, ({ branch, params, by }) => cancel(branch, params.id, by));
