import { route } from "@/lib/http/route";
import { awardVisit as award } from "@/lib/loyalty/award";
import { awardVisit } from "@/lib/loyalty/contract";

export const POST = route(awardVisit, ({ branch, body, by }) => award(branch, body, by));
