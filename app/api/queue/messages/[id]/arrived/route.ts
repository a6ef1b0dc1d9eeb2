import { route } from "@/lib/http/route";
import { sayArrived } from "@/lib/queue/retry-by-hand/contract";
import { sayArrived as say } from "@/lib/queue/retry-by-hand/retry";

export const POST = route(sayArrived, ({ params, by, ...caller }) => say(params.id, by, caller));
