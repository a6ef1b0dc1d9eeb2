import { route } from "@/lib/http/route";
import { stopSending } from "@/lib/queue/brake/writes";
import { cancelSending } from "@/lib/queue/contract";

export const POST = route(cancelSending, ({ by }) => stopSending(by));
