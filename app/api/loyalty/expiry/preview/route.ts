import { route } from "@/lib/http/route";
import { previewExpiry } from "@/lib/loyalty/expiry/contract";
import { previewOfExpiry } from "@/lib/loyalty/expiry/setting";

export const GET = route(previewExpiry, ({ query, ...caller }) => previewOfExpiry(query.months, caller));
