import { drawCompetition } from "@/lib/competitions/contract";
import { drawCompetition as draw } from "@/lib/competitions/draw";
import { route } from "@/lib/http/route";

export const POST = route(drawCompetition, ({ params, body, by, ...caller }) => draw(params.id, body, by, caller));
