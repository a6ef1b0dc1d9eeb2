import { route } from "@/lib/http/route";
import { heartbeat } from "@/lib/queue/workers/contract";
import { takeHeartbeat } from "@/lib/queue/workers/writes";

export const POST = route(heartbeat, ({ body }) => takeHeartbeat(body));
