import { route } from "@/lib/http/route";
import { issueReward, listRedemptions } from "@/lib/rewards/contract";
import { issueReward as issue } from "@/lib/rewards/issue";
import { redemptionsOfToday } from "@/lib/rewards/shown";

export const GET = route(listRedemptions, ({ branch }) => redemptionsOfToday(branch));

export const POST = route(issueReward, ({ branch, body, by }) => issue(branch, body, by));
