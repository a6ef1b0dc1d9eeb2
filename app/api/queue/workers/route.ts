import { route } from "@/lib/http/route";
import { listQueueWorkers } from "@/lib/queue/contract";
import { listWorkers as list } from "@/lib/queue/workers/reads";

export const GET = route(listQueueWorkers, async () => ({ workers: await list() }));
