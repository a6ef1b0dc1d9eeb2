import { route } from "@/lib/http/route";
import { cancelWaiting, scopeOf } from "@/lib/queue/brake/writes";
import { cancelAll } from "@/lib/queue/contract";

export const POST = route(cancelAll, ({ branch, body, by, ...caller }) =>
  cancelWaiting(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
