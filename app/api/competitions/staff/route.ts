import { saveCompetitionStaff } from "@/lib/competitions/contract";
import { saveStaff } from "@/lib/competitions/staff";
import { route } from "@/lib/http/route";

export const PUT = route(saveCompetitionStaff, ({ body, by }) => saveStaff(body.staff, by));
