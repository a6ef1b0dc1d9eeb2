import { fileRoute } from "@/lib/http/file-route";
import { pointsStatement } from "@/lib/statement/contract";
import { statementOf } from "@/lib/statement/statement";

export const GET = fileRoute(pointsStatement, ({ branch, params, by, ...caller }) => statementOf(branch, params.id, caller, by));
