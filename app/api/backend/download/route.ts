import { download } from "@/lib/backend-folder/browse";
import { downloadFromFolder } from "@/lib/backend-folder/contract";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(downloadFromFolder, ({ query, ...caller }) => download(query.path, caller));
