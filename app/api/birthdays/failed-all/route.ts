import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { failedAll } from "@/lib/queue/retry-by-hand/contract";
import { failedBirthdays } from "@/lib/queue/retry-by-hand/failed";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

export const GET = route(failedAll, async ({ signedIn, branches }) => ({
  failed: await failedBirthdays(can(signedIn?.user.permissions ?? [], SEES_PHONES), branches),
}));
