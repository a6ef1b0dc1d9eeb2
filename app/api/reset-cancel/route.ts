import { route } from "@/lib/http/route";
import { resumeSending, scopeOf } from "@/lib/queue/brake/writes";
import { resetCancel } from "@/lib/queue/contract";

export const POST = route(resetCancel, ({ branch, body, by, ...caller }) =>
  resumeSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
