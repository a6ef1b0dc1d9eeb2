import { fileRoute } from "@/lib/http/file-route";
import { menuPage } from "@/lib/menu-versions/contract";
import { openMenuPage } from "@/lib/menus/versions/open";

export const GET = fileRoute(menuPage, ({ params, query, ...caller }) => openMenuPage(params.id, params.page, query.changes_of, caller));
