import { route } from "@/lib/http/route";
import { claim } from "@/lib/queue/workers/contract";
import { claimWork } from "@/lib/queue/workers/writes";

export const POST = route(claim, async ({ body, request }) => ({ items: await claimWork(body, request.signal) }));
