import { stepCompetition } from "@/lib/competitions/contract";
import { stepCompetition as step } from "@/lib/competitions/step";
import { route } from "@/lib/http/route";

export const POST = route(stepCompetition, ({ params, body, by, ...caller }) => step(params.id, body, by, caller));
