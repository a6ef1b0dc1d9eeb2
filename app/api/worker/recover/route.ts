import { route } from "@/lib/http/route";
import { recoverWorker } from "@/lib/queue/workers/calls";
import { recover } from "@/lib/queue/workers/contract";

export const POST = route(recover, ({ body }) => recoverWorker(body));
