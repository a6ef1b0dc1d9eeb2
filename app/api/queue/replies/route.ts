import { route } from "@/lib/http/route";
import { listReplies } from "@/lib/queue/replies/contract";
import { listReplies as list } from "@/lib/queue/replies/list";

export const GET = route(listReplies, ({ branches }) => list(branches));
