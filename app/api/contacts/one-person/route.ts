import { sayOnePerson } from "@/lib/guests/contract";
import { uniteGuests } from "@/lib/guests/who-is-who/decide";
import { route } from "@/lib/http/route";

export const POST = route(sayOnePerson, ({ branch, body, by }) => uniteGuests(branch, body, by));
