import { changeCompetition, openCompetition } from "@/lib/competitions/contract";
import { changeCompetition as change } from "@/lib/competitions/make";
import { openCompetition as open } from "@/lib/competitions/show";
import { route } from "@/lib/http/route";

export const GET = route(openCompetition, ({ params, by, ...caller }) => open(params.id, by.actor.id, caller));

export const PATCH = route(changeCompetition, ({ params, body, by, ...caller }) => change(params.id, body, by, caller));
