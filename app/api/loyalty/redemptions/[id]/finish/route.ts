import { route } from "@/lib/http/route";
import { finishReward } from "@/lib/rewards/contract";
import { finishReward as finish } from "@/lib/rewards/redeem";

export const POST = route(finishReward, ({ branch, params, body, by }) => finish(branch, params.id, body.what, by));
