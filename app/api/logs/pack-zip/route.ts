import { route } from "@/lib/http/route";
import { packLogs } from "@/lib/logs/contract";
import { packDailyLogs } from "@/lib/logs/pack";

export const POST = route(packLogs, ({ by }) => packDailyLogs(by));
