import { route } from "@/lib/http/route";
import { enqueue } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/enqueue";

export const POST = route(enqueue, ({ branch, body, by, ...caller }) => enqueueMessages(branch, body, by, caller));
