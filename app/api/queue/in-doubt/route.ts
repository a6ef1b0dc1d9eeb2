import { route } from "@/lib/http/route";
import { askInDoubt } from "@/lib/queue/messages/contract";
import { beforeLetter } from "@/lib/queue/wanted/before/reads";

export const POST = route(askInDoubt, ({ branch, body, ...caller }) => beforeLetter(branch, body, caller));
