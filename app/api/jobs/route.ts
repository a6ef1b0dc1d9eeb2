import { route } from "@/lib/http/route";
import { listJobs } from "@/lib/jobs/contract";
import { listJobs as list } from "@/lib/jobs/reads";

export const GET = route(listJobs, async ({ branches }) => ({ jobs: await list(branches) }));
