import { route } from "@/lib/http/route";
import { revokeWorkerToken } from "@/lib/queue/worker-tokens/contract";
import { revokeToken } from "@/lib/queue/worker-tokens/issue";

export const POST = route(revokeWorkerToken, ({ params, by }) => revokeToken(params.id, by));
