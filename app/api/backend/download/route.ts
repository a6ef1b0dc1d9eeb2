import { downloadFromFolder } from "@/lib/backend-folder/contract";
import { download } from "@/lib/backend-folder/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(downloadFromFolder, ({ query, ...caller }) => download(query.path, caller));
