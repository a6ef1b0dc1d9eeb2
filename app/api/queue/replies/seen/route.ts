import { route } from "@/lib/http/route";
import { seeReplies } from "@/lib/queue/replies/contract";
import { seeReplies as see } from "@/lib/queue/replies/keep";

export const POST = route(seeReplies, ({ body, branches, by }) => see(body.ids, branches, by));
