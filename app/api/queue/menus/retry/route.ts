import { route } from "@/lib/http/route";
import { retryMenus } from "@/lib/menus/contract";
import { retryMenus as retry } from "@/lib/menus/retry";

export const POST = route(retryMenus, ({ branch, body, by }) => retry(branch, body.table_name, by));
