import { route } from "@/lib/http/route";
import { checkVouchers } from "@/lib/vouchers/contract";
import { vouchersOf } from "@/lib/vouchers/list";

export const GET = route(checkVouchers, async ({ query, ...caller }) => ({ files: await vouchersOf(query, caller) }));
