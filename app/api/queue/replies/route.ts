import { route } from "@/lib/http/route";
import { listReplies } from "@/lib/queue/replies/contract";
import { listReplies as list } from "@/lib/queue/replies/reads";

export const GET = route(listReplies, ({ branches }) => list(branches));
