import { route } from "@/lib/http/route";
import { seatReservation } from "@/lib/reservations/contract";
import { prefillOf } from "@/lib/reservations/seat";

export const GET = route(seatReservation, ({ branch, params, ...caller }) => prefillOf(branch, params.id, caller));
