import { route } from "@/lib/http/route";
import { issueWorkerToken, listWorkerTokens } from "@/lib/queue/worker-tokens/contract";
import { issueToken } from "@/lib/queue/worker-tokens/issue";
import { tokensShown } from "@/lib/queue/worker-tokens/list";

export const GET = route(listWorkerTokens, () => tokensShown());
export const POST = route(issueWorkerToken, ({ body, by, ...caller }) => issueToken(body, caller, by));
