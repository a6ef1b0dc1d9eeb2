import { sayTwoPeople } from "@/lib/guests/contract";
import { partGuest } from "@/lib/guests/who-is-who/decide";
import { route } from "@/lib/http/route";

export const POST = route(sayTwoPeople, ({ branch, body, by }) => partGuest(branch, body, by));
