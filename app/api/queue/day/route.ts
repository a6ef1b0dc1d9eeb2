import { route } from "@/lib/http/route";
import { sendingDay } from "@/lib/queue/day/contract";
import { sendingDay as read } from "@/lib/queue/day/day";

export const GET = route(sendingDay, ({ branch, allBranches, ...caller }) => read(branch, allBranches, caller));
