import { checkAudit } from "@/lib/audit/contract";
import { checkTrail } from "@/lib/audit/trail";
import { route } from "@/lib/http/route";

export const GET = route(checkAudit, checkTrail);
