import { route } from "@/lib/http/route";
import { stepReservation } from "@/lib/reservations/contract";
import { step } from "@/lib/reservations/step";

export const POST = route(stepReservation, ({ branch, params, body, by, ...caller }) => step(branch, params.id, body, by, caller));
