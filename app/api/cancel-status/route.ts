import { route } from "@/lib/http/route";
import { cancelStatus } from "@/lib/queue/pause/contract";
import { scopeOf } from "@/lib/queue/pause/pause";
import { cancelState } from "@/lib/queue/pause/state";

export const GET = route(cancelStatus, ({ branch, query, ...caller }) =>
  cancelState(scopeOf(branch, query.whole_group, caller), caller.branches),
);
