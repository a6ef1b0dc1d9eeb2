import { route } from "@/lib/http/route";
import { discardMenu } from "@/lib/menu-versions/contract";
import { discardMenu as discard } from "@/lib/menus/versions/publish";

export const DELETE = route(discardMenu, ({ params, by, ...caller }) => discard(params.id, by, caller));
