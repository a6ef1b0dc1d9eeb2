import { fileRoute } from "@/lib/http/file-route";
import { menuFile } from "@/lib/menu-versions/contract";
import { openMenuFile } from "@/lib/menus/versions/open";

export const GET = fileRoute(menuFile, ({ params, ...caller }) => openMenuFile(params.id, caller));
