import { route } from "@/lib/http/route";
import { menuVersions } from "@/lib/menu-versions/contract";
import { menuVersions as list } from "@/lib/menus/versions/list";

export const GET = route(menuVersions, ({ branch, ...caller }) => list(branch, caller));
