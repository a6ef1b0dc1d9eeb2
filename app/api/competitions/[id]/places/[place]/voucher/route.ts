import { giveVoucher } from "@/lib/competitions/contract";
import { giveVoucher as give } from "@/lib/competitions/prize/voucher";
import { route } from "@/lib/http/route";

export const POST = route(giveVoucher, ({ params, body, by, ...caller }) => give(params, body, by, caller));
