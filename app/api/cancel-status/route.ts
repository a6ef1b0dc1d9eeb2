import { route } from "@/lib/http/route";
import { cancelState } from "@/lib/queue/brake/reads";
import { scopeOf } from "@/lib/queue/brake/writes";
import { cancelStatus } from "@/lib/queue/contract";

export const GET = route(cancelStatus, ({ branch, query, ...caller }) => cancelState(scopeOf(branch, query.whole_group, caller)));
