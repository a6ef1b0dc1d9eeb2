import { route } from "@/lib/http/route";
import { cancelAll } from "@/lib/queue/pause/contract";
import { cancelWaiting, scopeOf } from "@/lib/queue/pause/pause";

export const POST = route(cancelAll, ({ branch, body, by, ...caller }) =>
  cancelWaiting(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
