import { route } from "@/lib/http/route";
import { listVouchers } from "@/lib/vouchers/contract";
import { madeVouchers } from "@/lib/vouchers/list";
import { runningFor } from "@/lib/vouchers/progress";

export const GET = route(listVouchers, async ({ branch, query }) => {
  const running = await runningFor(branch, query.date);
  return { files: await madeVouchers(branch, query.date), running };
});
