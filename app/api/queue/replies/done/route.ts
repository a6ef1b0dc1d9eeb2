import { route } from "@/lib/http/route";
import { settleReplies } from "@/lib/queue/replies/contract";
import { settleReplies as settle } from "@/lib/queue/replies/settle";

export const POST = route(settleReplies, ({ body, branches, by }) => settle(body.ids, body.how, branches, by));
