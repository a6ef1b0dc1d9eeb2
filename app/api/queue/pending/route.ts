import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { queuePending } from "@/lib/queue/contract";
import { queueDoubts, queuePending as read } from "@/lib/queue/list";
import { countedSince, saidNoStats, sentToSandbox, unansweredStats } from "@/lib/queue/stats";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

export const GET = route(queuePending, async ({ query, signedIn, branches }) => {
  const seesPhones = can(signedIn?.user.permissions ?? [], SEES_PHONES);
  return {
    items: await read(query.limit, seesPhones, branches),
    doubts: await queueDoubts(query.limit, seesPhones, branches),
    sandbox: await sentToSandbox(branches),
    said_no: await saidNoStats(branches),
    unanswered: await unansweredStats(branches),
    since: countedSince(),
  };
});
