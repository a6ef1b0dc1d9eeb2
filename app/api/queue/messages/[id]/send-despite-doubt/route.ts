import { route } from "@/lib/http/route";
import { sendDespiteDoubt } from "@/lib/queue/retry-by-hand/contract";
import { sendDespiteDoubt as send } from "@/lib/queue/retry-by-hand/retry";

export const POST = route(sendDespiteDoubt, ({ params, by, ...caller }) => send(params.id, by, caller));
