import { fileRoute } from "@/lib/http/file-route";
import { watchLive } from "@/lib/stats/contract";
import { watchLive as watch } from "@/lib/stats/watch-live";

export const GET = fileRoute(watchLive, async ({ allBranches, query }, signal) => ({
  body: watch(allBranches(), query.seconds, signal()),
}));
