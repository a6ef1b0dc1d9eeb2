import { acknowledgeLoss } from "@/lib/health/acknowledge-loss";
import { seenMissing } from "@/lib/health/contract";
import { route } from "@/lib/http/route";

export const POST = route(seenMissing, async ({ body, by, ...caller }) => {
  await acknowledgeLoss(body, caller, by);
  return { ok: true };
});
