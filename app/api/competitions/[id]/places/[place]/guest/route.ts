import { linkWinner } from "@/lib/competitions/contract";
import { linkWinner as link } from "@/lib/competitions/prize/link";
import { route } from "@/lib/http/route";

export const POST = route(linkWinner, ({ params, body, by, ...caller }) => link(params, body, by, caller));
