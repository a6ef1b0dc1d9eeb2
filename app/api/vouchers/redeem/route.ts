import { route } from "@/lib/http/route";
import { redeemVoucher } from "@/lib/vouchers/contract";
import { redeemVoucher as redeem } from "@/lib/vouchers/redeem";

export const POST = route(redeemVoucher, ({ branch, body, by }) => redeem(branch, body.code, by));
