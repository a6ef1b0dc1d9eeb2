import { fileRoute } from "@/lib/http/file-route";
import { downloadLogs } from "@/lib/logs/contract";
import { openPack } from "@/lib/logs/packs";

export const GET = fileRoute(downloadLogs, ({ params }) => openPack(params.filename));
