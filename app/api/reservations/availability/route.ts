import { route } from "@/lib/http/route";
import { availabilityOf } from "@/lib/reservations/day/availability";
import { availability } from "@/lib/reservations/day/contract";

export const GET = route(availability, ({ branch, query }) => availabilityOf(branch, query));
