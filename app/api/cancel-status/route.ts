import { route } from "@/lib/http/route";
import { cancelStatus } from "@/lib/queue/brake/contract";
import { cancelState } from "@/lib/queue/brake/reads";
import { scopeOf } from "@/lib/queue/brake/writes";

export const GET = route(cancelStatus, ({ branch, query, ...caller }) => cancelState(scopeOf(branch, query.whole_group, caller)));
