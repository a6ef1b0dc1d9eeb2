import { fileRoute } from "@/lib/http/file-route";
import { makeVouchers } from "@/lib/vouchers/contract";
import { streamMaking } from "@/lib/vouchers/making/reads";
import { makeVouchers as make } from "@/lib/vouchers/making/writes";

export const GET = fileRoute(makeVouchers, async ({ branch, query, by }, signal) => ({
  body: streamMaking(branch, await make(branch, query.date, by), signal()),
}));
