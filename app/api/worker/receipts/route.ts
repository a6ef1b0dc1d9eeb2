import { route } from "@/lib/http/route";
import { takeReceipts } from "@/lib/queue/outcomes/writes";
import { receipts } from "@/lib/queue/workers/contract";

export const POST = route(receipts, async ({ body }) => ({ applied: await takeReceipts(body.receipts) }));
