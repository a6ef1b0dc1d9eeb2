import { route } from "@/lib/http/route";
import { ack } from "@/lib/queue/workers/contract";
import { takeResults } from "@/lib/queue/workers/writes";

export const POST = route(ack, ({ body }) => takeResults(body));
