import { route } from "@/lib/http/route";
import { takeBackVoucher } from "@/lib/vouchers/contract";
import { takeBackVoucher as takeBack } from "@/lib/vouchers/take-back";

export const POST = route(takeBackVoucher, ({ body, by }) => takeBack(body, by));
