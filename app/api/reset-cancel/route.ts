import { route } from "@/lib/http/route";
import { resetCancel } from "@/lib/queue/pause/contract";
import { resumeSending, scopeOf } from "@/lib/queue/pause/pause";

export const POST = route(resetCancel, ({ branch, body, by, ...caller }) =>
  resumeSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
