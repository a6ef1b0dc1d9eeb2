import { route } from "@/lib/http/route";
import { takeHeartbeat } from "@/lib/queue/workers/calls";
import { heartbeat } from "@/lib/queue/workers/contract";

export const POST = route(heartbeat, ({ body }) => takeHeartbeat(body));
