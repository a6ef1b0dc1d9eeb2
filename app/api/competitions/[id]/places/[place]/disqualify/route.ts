import { disqualifyWinner } from "@/lib/competitions/contract";
import { disqualifyWinner as disqualify } from "@/lib/competitions/draw";
import { route } from "@/lib/http/route";

export const POST = route(disqualifyWinner, ({ params, body, by, ...caller }) => disqualify(params, body, by, caller));
