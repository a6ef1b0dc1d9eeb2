import { route } from "@/lib/http/route";
import { reservationMeasures } from "@/lib/reservations/day/contract";
import { measuresOf } from "@/lib/reservations/day/measures";

export const GET = route(reservationMeasures, ({ branch, query }) => measuresOf(branch, query));
