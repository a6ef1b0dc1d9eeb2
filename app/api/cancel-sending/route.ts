import { route } from "@/lib/http/route";
import { scopeOf, stopSending } from "@/lib/queue/brake/writes";
import { cancelSending } from "@/lib/queue/contract";

export const POST = route(cancelSending, ({ branch, body, by, ...caller }) =>
  stopSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
