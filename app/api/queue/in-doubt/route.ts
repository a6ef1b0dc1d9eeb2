import { route } from "@/lib/http/route";
import { askInDoubt } from "@/lib/queue/duplicates/contract";
import { beforeLetter } from "@/lib/queue/filter-recipients";

export const POST = route(askInDoubt, ({ branch, body, ...caller }) => beforeLetter(branch, body, caller));
