import { route } from "@/lib/http/route";
import { answerGuest } from "@/lib/queue/replies/answer";
import { answerReplies } from "@/lib/queue/replies/contract";

export const POST = route(answerReplies, ({ branch, body, by, ...caller }) => answerGuest(branch, body, by, caller));
