import { route } from "@/lib/http/route";
import { listWorkers } from "@/lib/queue/senders/contract";
import { listWorkers as list, mayLink } from "@/lib/queue/workers/reads";

export const GET = route(listWorkers, async (caller) => ({ workers: await list(mayLink(caller)) }));
