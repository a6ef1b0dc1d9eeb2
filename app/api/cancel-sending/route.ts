import { route } from "@/lib/http/route";
import { cancelSending } from "@/lib/queue/brake/contract";
import { scopeOf, stopSending } from "@/lib/queue/brake/writes";

export const POST = route(cancelSending, ({ branch, body, by, ...caller }) =>
  stopSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
