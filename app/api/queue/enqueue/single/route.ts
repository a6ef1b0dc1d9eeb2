import { route } from "@/lib/http/route";
import { enqueueSingle } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/enqueue";

export const POST = route(enqueueSingle, ({ branch, body, by, ...caller }) => enqueueMessages(branch, body, by, caller));
