import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { SEES_PHONES } from "@/lib/queue/rules";
import { listQueueWorkers } from "@/lib/queue/senders/contract";
import { listWorkers as list } from "@/lib/queue/workers/reads";

export const GET = route(listQueueWorkers, async ({ signedIn }) => ({
  workers: await list(can(signedIn?.user.permissions ?? [], SEES_PHONES)),
}));
