import { route } from "@/lib/http/route";
import { joinWaitlist } from "@/lib/reservations/contract";
import { waitAtDoor } from "@/lib/reservations/make";

export const POST = route(joinWaitlist, ({ branch, body, by }) => waitAtDoor(branch, body, by));
