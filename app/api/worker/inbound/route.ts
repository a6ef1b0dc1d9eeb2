import { route } from "@/lib/http/route";
import { takeInbound } from "@/lib/queue/recipients/writes";
import { inbound } from "@/lib/queue/workers/contract";

export const POST = route(inbound, async ({ body, by }) => ({ heard: await takeInbound(body.messages, by) }));
