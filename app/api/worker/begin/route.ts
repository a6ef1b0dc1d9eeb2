import { route } from "@/lib/http/route";
import { begin } from "@/lib/queue/workers/contract";
import { beginWork } from "@/lib/queue/workers/writes";

export const POST = route(begin, ({ body }) => beginWork(body));
