import { route } from "@/lib/http/route";
import { resetCancel } from "@/lib/queue/brake/contract";
import { resumeSending, scopeOf } from "@/lib/queue/brake/writes";

export const POST = route(resetCancel, ({ branch, body, by, ...caller }) =>
  resumeSending(scopeOf(branch, body?.whole_group ?? false, caller), by),
);
