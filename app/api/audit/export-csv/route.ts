import { exportAudit } from "@/lib/audit/contract";
import { exportTrail } from "@/lib/audit/export";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportAudit, ({ query, ...caller }) => exportTrail(query, caller));
