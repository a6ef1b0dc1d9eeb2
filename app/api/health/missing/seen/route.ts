import { seenMissing } from "@/lib/health/contract";
import { noteSeen } from "@/lib/health/seen";
import { route } from "@/lib/http/route";

export const POST = route(seenMissing, async ({ body, by, ...caller }) => {
  await noteSeen(body, caller, by);
  return { ok: true };
});
