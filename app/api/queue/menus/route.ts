import { route } from "@/lib/http/route";
import { listMenus } from "@/lib/menus/contract";
import { listMenus as list } from "@/lib/menus/sent";

export const GET = route(listMenus, ({ branch }) => list(branch));
