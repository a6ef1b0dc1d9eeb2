import { route } from "@/lib/http/route";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { erasePerson } from "@/lib/personal-data/erase";

export const POST = route(erasePersonalData, ({ body, by }) => erasePerson(body, by));
