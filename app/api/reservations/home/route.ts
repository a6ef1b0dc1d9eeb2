import { route } from "@/lib/http/route";
import { reservationsAtHome } from "@/lib/reservations/day/contract";
import { homeOf } from "@/lib/reservations/day/home";

export const GET = route(reservationsAtHome, ({ allBranches, branches }) => homeOf(allBranches(), { branches }));
