import { route } from "@/lib/http/route";
import { makeReservation } from "@/lib/reservations/contract";
import { listReservations } from "@/lib/reservations/day/contract";
import { dayOf } from "@/lib/reservations/day/list";
import { book } from "@/lib/reservations/make";

export const GET = route(listReservations, ({ branch, query, ...caller }) => dayOf(branch, query, caller));
export const POST = route(makeReservation, ({ branch, body, by, ...caller }) => book(branch, body, by, caller));
