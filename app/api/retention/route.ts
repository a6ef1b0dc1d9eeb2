import { route } from "@/lib/http/route";
import { changeRetention, readRetention } from "@/lib/retention/contract";
import { changeRetentionTo, retentionNow } from "@/lib/retention/setting";

export const GET = route(readRetention, async () => ({ retention: await retentionNow() }));

export const PUT = route(changeRetention, ({ body, by }) => changeRetentionTo(body, by));
