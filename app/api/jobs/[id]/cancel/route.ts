import { route } from "@/lib/http/route";
import { cancelJob } from "@/lib/jobs/contract";
import { cancelJob as cancel } from "@/lib/jobs/run";

export const POST = route(cancelJob, ({ params, by, ...caller }) => cancel(params.id, caller, by));
