import { route } from "@/lib/http/route";
import { listWorkers } from "@/lib/queue/contract";
import { listWorkers as list } from "@/lib/queue/workers/reads";

export const GET = route(listWorkers, async () => ({ workers: await list() }));
