import { route } from "@/lib/http/route";
import { changeExpiry, readExpiry } from "@/lib/loyalty/expiry/contract";
import { changeExpiryTo, expiryShown } from "@/lib/loyalty/expiry/setting";

export const GET = route(readExpiry, () => expiryShown());

export const PUT = route(changeExpiry, ({ body, by }) => changeExpiryTo(body, by));
