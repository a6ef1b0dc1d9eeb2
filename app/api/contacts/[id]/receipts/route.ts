import { listReceipts } from "@/lib/duplicates/contract";
import { receiptsOf } from "@/lib/duplicates/worklist";
import { route } from "@/lib/http/route";

export const GET = route(listReceipts, ({ branch, params }) => receiptsOf(branch, params.id));
