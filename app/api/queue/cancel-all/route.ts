import { route } from "@/lib/http/route";
import { cancelEverything } from "@/lib/queue/brake/writes";
import { cancelAll } from "@/lib/queue/contract";

export const POST = route(cancelAll, ({ by }) => cancelEverything(by));
