import { route } from "@/lib/http/route";
import { retryAll } from "@/lib/queue/retry/contract";
import { retryBirthdays } from "@/lib/queue/retry/retry";

export const POST = route(retryAll, ({ by, branches, body, requireBranch }) => {
  if (body?.branch) requireBranch(body.branch);
  return retryBirthdays(by, branches, body);
});
