import { route } from "@/lib/http/route";
import { resumeSending } from "@/lib/queue/brake/writes";
import { resetCancel } from "@/lib/queue/contract";

export const POST = route(resetCancel, ({ by }) => resumeSending(by));
