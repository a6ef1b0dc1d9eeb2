import { route } from "@/lib/http/route";
import { workersAndObstacle } from "@/lib/queue/obstacles/obstacles";
import { listWorkers } from "@/lib/queue/senders/contract";
import { mayLink } from "@/lib/queue/workers/workers";

export const GET = route(listWorkers, async (caller) => workersAndObstacle(mayLink(caller)));
