import { crossSite } from "@/lib/http/authorize";
import { fileRoute } from "@/lib/http/file-route";
import { makeVouchers } from "@/lib/vouchers/contract";
import { makeVouchers as make } from "@/lib/vouchers/make";
import { beingMade, streamMaking } from "@/lib/vouchers/progress";

export const GET = fileRoute(makeVouchers, async ({ branch, query, by, isOurs }, signal) => {
  const making = isOurs ? await make(branch, query.date, by) : await beingMade(branch, query.date);
  if (!making) throw crossSite();
  return { body: streamMaking(branch, making, signal()) };
});
