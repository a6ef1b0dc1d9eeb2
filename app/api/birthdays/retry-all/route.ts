import { route } from "@/lib/http/route";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { retryBirthdays } from "@/lib/queue/retry-by-hand/retry";

export const POST = route(retryAll, ({ by, branches, body, requireBranch }) => {
  if (body?.branch) requireBranch(body.branch);
  return retryBirthdays(by, branches, body);
});
