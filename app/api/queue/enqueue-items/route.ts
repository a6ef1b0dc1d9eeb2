import { route } from "@/lib/http/route";
import { enqueueItems } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/writes";

export const POST = route(enqueueItems, ({ branch, body, by, requirePermission }) => enqueueMessages(branch, body, by, requirePermission));
