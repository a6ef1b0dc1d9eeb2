import { route } from "@/lib/http/route";
import { takeReceipts } from "@/lib/queue/outcomes/settle";
import { receipts } from "@/lib/queue/workers/contract";

export const POST = route(receipts, async ({ body }) => ({ applied: await takeReceipts(body.receipts, body.worker_id) }));
