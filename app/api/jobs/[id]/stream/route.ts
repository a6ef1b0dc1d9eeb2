import { fileRoute } from "@/lib/http/file-route";
import { watchJob } from "@/lib/jobs/contract";
import { openJob, streamJob } from "@/lib/jobs/list";

export const GET = fileRoute(watchJob, async ({ params, ...caller }, signal) => {
  await openJob(params.id, caller); // a refusal is JSON with its status, and no half of a stream
  return { body: streamJob(params.id, signal(), caller) };
});
