import { route } from "@/lib/http/route";
import { enqueueBatch } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/writes";

export const POST = route(enqueueBatch, ({ branch, body, by, requirePermission }) => enqueueMessages(branch, body, by, requirePermission));
