import { route } from "@/lib/http/route";
import { retryMenus } from "@/lib/menus/contract";
import { retryMenus as retry } from "@/lib/menus/writes";

export const POST = route(retryMenus, ({ branch, body, by }) => retry(branch, body.table_name, by));
