import { route } from "@/lib/api/route";
import { awardVisit } from "@/lib/loyalty/contract";
import { awardVisit as award } from "@/lib/loyalty/writes";

export const POST = route(awardVisit, ({ branch, body }) => award(branch, body));
