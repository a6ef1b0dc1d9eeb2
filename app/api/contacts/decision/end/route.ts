import { endDecision } from "@/lib/guests/contract";
import { endDecisionOf } from "@/lib/guests/who-is-who/decide";
import { route } from "@/lib/http/route";

export const POST = route(endDecision, ({ branch, body, by }) => endDecisionOf(branch, body, by));
