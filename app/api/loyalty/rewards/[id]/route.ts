import { route } from "@/lib/http/route";
import { changeReward } from "@/lib/rewards/contract";
import { changeRewardTo } from "@/lib/rewards/rewards";

export const PUT = route(changeReward, ({ params, body, by }) => changeRewardTo(params.id, body, by));
