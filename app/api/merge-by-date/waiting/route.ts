import { route } from "@/lib/http/route";
import { waitingDays as contract } from "@/lib/merging/contract";
import { waitingDays } from "@/lib/merging/waiting-days";

export const GET = route(contract, ({ branch, query }) => waitingDays(branch, query));
