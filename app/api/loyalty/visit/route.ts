import { route } from "@/lib/http/route";
import { awardVisit } from "@/lib/loyalty/contract";
import { awardVisit as award } from "@/lib/loyalty/writes";

export const POST = route(awardVisit, ({ branch, body, by }) => award(branch, body, by));
