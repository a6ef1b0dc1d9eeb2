import { route } from "@/lib/http/route";
import { publishMenu } from "@/lib/menu-versions/contract";
import { publishMenu as publish } from "@/lib/menus/versions/publish";

export const POST = route(publishMenu, ({ params, body, by, ...caller }) => publish(params.id, body, by, caller));
