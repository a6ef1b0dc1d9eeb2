import { route } from "@/lib/http/route";
import { issueWorkerToken, listWorkerTokens } from "@/lib/queue/tokens/contract";
import { tokensShown } from "@/lib/queue/tokens/reads";
import { issueToken } from "@/lib/queue/tokens/writes";

export const GET = route(listWorkerTokens, () => tokensShown());
export const POST = route(issueWorkerToken, ({ body, by, ...caller }) => issueToken(body, caller, by));
