import { route } from "@/lib/http/route";
import { enqueueBatch } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/enqueue";

export const POST = route(enqueueBatch, ({ branch, body, by, ...caller }) => enqueueMessages(branch, body, by, caller));
