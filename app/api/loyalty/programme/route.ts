import { route } from "@/lib/http/route";
import { changeProgramme, readProgramme } from "@/lib/loyalty/programme/contract";
import { changeProgrammeTo, programmeShown } from "@/lib/loyalty/programme/programme";

export const GET = route(readProgramme, () => programmeShown());

export const PUT = route(changeProgramme, ({ body, by }) => changeProgrammeTo(body, by));
