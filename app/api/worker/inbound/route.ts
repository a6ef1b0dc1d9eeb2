import { route } from "@/lib/http/route";
import { takeInboundOfWorker } from "@/lib/queue/recipients/inbound";
import { inbound } from "@/lib/queue/workers/contract";

export const POST = route(inbound, async ({ body, by }) => ({ heard: await takeInboundOfWorker(body, by) }));
