import { route } from "@/lib/http/route";
import { retryAll } from "@/lib/queue/contract";
import { retryBirthdays } from "@/lib/queue/retry/writes";

export const POST = route(retryAll, ({ by, branches }) => retryBirthdays(by, branches));
