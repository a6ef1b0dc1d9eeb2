import { route } from "@/lib/http/route";
import { createReward, listRewards } from "@/lib/rewards/contract";
import { makeReward, rewardsShown } from "@/lib/rewards/rewards";

export const GET = route(listRewards, () => rewardsShown());

export const POST = route(createReward, ({ body, by }) => makeReward(body, by));
