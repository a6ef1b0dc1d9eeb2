import { readControl } from "@/lib/control/contract";
import { controlStateFor } from "@/lib/control/state";
import { route } from "@/lib/http/route";

export const GET = route(readControl, ({ allBranches, ...caller }) => controlStateFor(caller, allBranches()));
