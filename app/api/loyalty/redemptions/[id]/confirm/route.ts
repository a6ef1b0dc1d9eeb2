import { route } from "@/lib/http/route";
import { confirmReward } from "@/lib/rewards/contract";
import { confirmReward as confirm } from "@/lib/rewards/redeem";

export const POST = route(confirmReward, ({ branch, params, body, by }) => confirm(branch, params.id, body.code, by));
