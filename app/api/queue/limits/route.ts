import { route } from "@/lib/http/route";
import { changeLimits as setLimits } from "@/lib/queue/limits/change";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { limitsShown } from "@/lib/queue/limits/stored-limits";

export const GET = route(readLimits, () => limitsShown());
export const PUT = route(changeLimits, ({ body, by, ...caller }) => setLimits(body, caller, by));
