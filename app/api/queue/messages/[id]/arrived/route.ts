import { route } from "@/lib/http/route";
import { sayArrived } from "@/lib/queue/retry/contract";
import { sayArrived as say } from "@/lib/queue/retry/retry";

export const POST = route(sayArrived, ({ params, by, ...caller }) => say(params.id, by, caller));
