import { route } from "@/lib/http/route";
import { resumeSender } from "@/lib/queue/senders/contract";
import { resumeSender as resume } from "@/lib/queue/senders/resume";

export const POST = route(resumeSender, ({ params, by }) => resume(params.id, by));
