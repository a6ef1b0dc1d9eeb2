import { route } from "@/lib/http/route";
import { beforeLetter } from "@/lib/queue/before-letter";
import { askInDoubt } from "@/lib/queue/messages/contract";

export const POST = route(askInDoubt, ({ branch, body, ...caller }) => beforeLetter(branch, body, caller));
