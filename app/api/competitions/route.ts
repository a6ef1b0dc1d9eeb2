import { listCompetitions, makeCompetition } from "@/lib/competitions/contract";
import { makeCompetition as make } from "@/lib/competitions/make";
import { listCompetitions as list } from "@/lib/competitions/show";
import { route } from "@/lib/http/route";

export const GET = route(listCompetitions, ({ branch, ...caller }) => list(branch, caller));

export const POST = route(makeCompetition, ({ body, by, ...caller }) => make(body, by, caller));
