import { competitionsAtHome } from "@/lib/competitions/contract";
import { competitionsAtHome as atHome } from "@/lib/competitions/show";
import { route } from "@/lib/http/route";

export const GET = route(competitionsAtHome, (caller) => atHome(caller));
