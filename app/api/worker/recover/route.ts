import { route } from "@/lib/http/route";
import { recover } from "@/lib/queue/workers/contract";
import { recoverWorker } from "@/lib/queue/workers/writes";

export const POST = route(recover, ({ body }) => recoverWorker(body));
