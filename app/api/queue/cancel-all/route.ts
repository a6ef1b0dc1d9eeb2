import { route } from "@/lib/http/route";
import { cancelAll } from "@/lib/queue/brake/contract";
import { cancelWaiting, scopeOf } from "@/lib/queue/brake/writes";

export const POST = route(cancelAll, ({ branch, body, by, ...caller }) =>
  cancelWaiting(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
