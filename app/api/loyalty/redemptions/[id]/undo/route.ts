import { route } from "@/lib/http/route";
import { undoReward } from "@/lib/rewards/contract";
import { undoReward as undo } from "@/lib/rewards/redeem";

export const POST = route(undoReward, ({ branch, params, by }) => undo(branch, params.id, by));
