import { route } from "@/lib/http/route";
import { takeResults } from "@/lib/queue/workers/calls";
import { ack } from "@/lib/queue/workers/contract";

export const POST = route(ack, ({ body }) => takeResults(body));
