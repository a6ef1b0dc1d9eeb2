import { route } from "@/lib/http/route";
import { withdrawMenu } from "@/lib/menu-versions/contract";
import { withdrawMenu as withdraw } from "@/lib/menus/versions/publish";

export const POST = route(withdrawMenu, ({ params, by, ...caller }) => withdraw(params.id, by, caller));
