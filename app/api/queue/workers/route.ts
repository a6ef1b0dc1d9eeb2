import { route } from "@/lib/http/route";
import { listQueueWorkers } from "@/lib/queue/senders/contract";
import { listWorkers as list, mayLink } from "@/lib/queue/workers/reads";

export const GET = route(listQueueWorkers, async (caller) => ({ workers: await list(mayLink(caller)) }));
