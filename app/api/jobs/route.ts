import { route } from "@/lib/http/route";
import { listJobs } from "@/lib/jobs/contract";
import { listJobs as list } from "@/lib/jobs/list";

export const GET = route(listJobs, async ({ branches }) => ({ jobs: await list(branches) }));
