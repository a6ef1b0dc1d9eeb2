import { route } from "@/lib/http/route";
import { cancelState } from "@/lib/queue/brake/reads";
import { cancelStatus } from "@/lib/queue/contract";

export const GET = route(cancelStatus, () => cancelState());
