import { route } from "@/lib/http/route";
import { askInDoubt } from "@/lib/queue/duplicates/contract";
import { letterPreview } from "@/lib/queue/filter-recipients";

export const POST = route(askInDoubt, ({ branch, body, ...caller }) => letterPreview(branch, body, caller));
