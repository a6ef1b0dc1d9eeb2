import { route } from "@/lib/http/route";
import { workersAndObstacle } from "@/lib/queue/obstacles/reads";
import { listQueueWorkers } from "@/lib/queue/senders/contract";
import { mayLink } from "@/lib/queue/workers/reads";

export const GET = route(listQueueWorkers, async (caller) => workersAndObstacle(mayLink(caller)));
