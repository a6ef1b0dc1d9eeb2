import { route } from "@/lib/http/route";
import { beginWork } from "@/lib/queue/workers/calls";
import { begin } from "@/lib/queue/workers/contract";

export const POST = route(begin, ({ body }) => beginWork(body));
