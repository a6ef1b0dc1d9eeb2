import { route } from "@/lib/http/route";
import { registerWorker } from "@/lib/queue/workers/calls";
import { register } from "@/lib/queue/workers/contract";

export const POST = route(register, ({ body, by }) => registerWorker(body, by));
