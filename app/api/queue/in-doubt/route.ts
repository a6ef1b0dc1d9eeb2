import { route } from "@/lib/http/route";
import { askInDoubt } from "@/lib/queue/messages/contract";
import { lettersInDoubt } from "@/lib/queue/wanted/reads";

export const POST = route(askInDoubt, ({ branch, body, ...caller }) => lettersInDoubt(branch, body, caller));
