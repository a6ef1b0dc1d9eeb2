import { route } from "@/lib/http/route";
import { sendDespiteDoubt } from "@/lib/queue/retry/contract";
import { sendDespiteDoubt as send } from "@/lib/queue/retry/retry";

export const POST = route(sendDespiteDoubt, ({ params, by, ...caller }) => send(params.id, by, caller));
