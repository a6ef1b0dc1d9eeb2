import { fileRoute } from "@/lib/http/file-route";
import { openMedia } from "@/lib/queue/media/reads";
import { workerMedia } from "@/lib/queue/workers/contract";

export const GET = fileRoute(workerMedia, ({ params }) => openMedia(params.id));
