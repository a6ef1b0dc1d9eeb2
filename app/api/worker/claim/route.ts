import { route } from "@/lib/http/route";
import { claimWork } from "@/lib/queue/workers/calls";
import { claim } from "@/lib/queue/workers/contract";

export const POST = route(claim, async ({ body, request }) => ({ items: await claimWork(body, request.signal) }));
