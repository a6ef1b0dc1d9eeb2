import { route } from "@/lib/http/route";
import { openJob } from "@/lib/jobs/contract";
import { openJob as open } from "@/lib/jobs/list";

export const GET = route(openJob, async ({ params, ...caller }) => ({ job: await open(params.id, caller) }));
