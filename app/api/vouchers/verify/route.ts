import { route } from "@/lib/http/route";
import { verifyVoucher } from "@/lib/vouchers/contract";
import { verifyVoucher as verify } from "@/lib/vouchers/redeem";

export const POST = route(verifyVoucher, ({ body, by }) => verify(body.code, by.actor.id));
