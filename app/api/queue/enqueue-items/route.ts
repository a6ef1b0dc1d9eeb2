import { route } from "@/lib/http/route";
import { enqueueItems } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/enqueue";

export const POST = route(enqueueItems, ({ branch, body, by, ...caller }) => enqueueMessages(branch, body, by, caller));
