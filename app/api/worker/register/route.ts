import { route } from "@/lib/http/route";
import { register } from "@/lib/queue/workers/contract";
import { registerWorker } from "@/lib/queue/workers/writes";

export const POST = route(register, ({ body, by }) => registerWorker(body, by));
