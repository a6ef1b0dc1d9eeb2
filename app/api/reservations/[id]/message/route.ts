import { route } from "@/lib/http/route";
import { messageReservation } from "@/lib/reservations/contract";
import { tellAgain } from "@/lib/reservations/messages/tell-again";

export const POST = route(messageReservation, ({ branch, params, body, by }) => tellAgain(branch, params.id, body.kind, by));
