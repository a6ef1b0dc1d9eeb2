import { route } from "@/lib/http/route";
import { enqueueSingle } from "@/lib/queue/contract";
import { enqueueMessages } from "@/lib/queue/writes";

export const POST = route(enqueueSingle, ({ branch, body: { prefer_worker, campaign, date, ...item }, by, ...caller }) =>
  enqueueMessages(branch, { items: [item], prefer_worker, campaign, date }, by, caller),
);
