import { fileRoute } from "@/lib/http/file-route";
import { openWorkersMedia } from "@/lib/queue/media";
import { workerMedia } from "@/lib/queue/workers/contract";

export const GET = fileRoute(workerMedia, ({ params, worker }) => openWorkersMedia(params.id, worker));
