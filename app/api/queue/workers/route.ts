import { route } from "@/lib/http/route";
import { workersAndObstacle } from "@/lib/queue/obstacles/obstacles";
import { listQueueWorkers } from "@/lib/queue/senders/contract";
import { mayLink } from "@/lib/queue/workers/workers";

export const GET = route(listQueueWorkers, async (caller) => workersAndObstacle(mayLink(caller)));
