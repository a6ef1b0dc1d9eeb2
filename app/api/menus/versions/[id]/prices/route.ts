import { route } from "@/lib/http/route";
import { changeMenuPrices as change } from "@/lib/menu-prices/change-version";
import { changeMenuPrices, menuPrices } from "@/lib/menu-prices/contract";
import { pricesOfVersion } from "@/lib/menu-prices/of-version";

export const GET = route(menuPrices, ({ params, ...caller }) => pricesOfVersion(params.id, caller));

export const POST = route(changeMenuPrices, ({ params, body, by, ...caller }) => change(params.id, body, by, caller));
