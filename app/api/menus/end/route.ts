import { route } from "@/lib/http/route";
import { endOwnMenu } from "@/lib/menu-versions/contract";
import { endOwnMenu as end } from "@/lib/menus/versions/publish";

export const POST = route(endOwnMenu, ({ branch, body, by, ...caller }) => end(branch, body, by, caller));
