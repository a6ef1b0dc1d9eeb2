import { changeBirthdays } from "@/lib/control/contract";
import { setBirthdays } from "@/lib/control/switches";
import { route } from "@/lib/http/route";

export const PUT = route(changeBirthdays, ({ body, by }) => setBirthdays(body, by));
