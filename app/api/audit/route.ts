import { listAudit } from "@/lib/audit/contract";
import { listTrail } from "@/lib/audit/trail";
import { route } from "@/lib/http/route";

export const GET = route(listAudit, ({ query, ...caller }) => listTrail(query, caller));
