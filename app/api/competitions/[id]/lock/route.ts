import { lockCompetition } from "@/lib/competitions/contract";
import { lockCompetition as lock } from "@/lib/competitions/lock";
import { route } from "@/lib/http/route";

export const POST = route(lockCompetition, ({ params, body, by, ...caller }) => lock(params.id, body, by, caller));
