import { route } from "@/lib/http/route";
import { enqueue } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/writes";

export const POST = route(enqueue, ({ branch, body, by, requirePermission }) => enqueueMessages(branch, body, by, requirePermission));
