import { route } from "@/lib/http/route";
import { queueStats } from "@/lib/queue/contract";
import { queueStats as read } from "@/lib/queue/stats";

export const GET = route(queueStats, ({ branches }) => read(branches));
