import { route } from "@/lib/http/route";
import { searchReservations } from "@/lib/reservations/day/contract";
import { searchOf } from "@/lib/reservations/day/search";

export const GET = route(searchReservations, ({ branch, query, ...caller }) => searchOf(branch, query, caller));
