import { route } from "@/lib/http/route";
import { listVouchers } from "@/lib/vouchers/contract";
import { runningFor } from "@/lib/vouchers/making/reads";
import { madeVouchers } from "@/lib/vouchers/reads";

export const GET = route(listVouchers, async ({ branch, query }) => {
  const running = await runningFor(branch, query.date);
  return { files: await madeVouchers(branch, query.date), running };
});
