import { route } from "@/lib/http/route";
import { cancelSending } from "@/lib/queue/pause/contract";
import { scopeOf, stopSending } from "@/lib/queue/pause/pause";

export const POST = route(cancelSending, ({ branch, body, by, ...caller }) =>
  stopSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
