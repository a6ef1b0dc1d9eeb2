import { browse } from "@/lib/backend-folder/browse";
import { browseFolder } from "@/lib/backend-folder/contract";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(browseFolder, ({ query, ...caller }) => browse(query, caller));
