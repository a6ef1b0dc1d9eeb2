import { route } from "@/lib/http/route";
import { loyaltyPanel } from "@/lib/loyalty/panel/contract";
import { panelFor } from "@/lib/loyalty/panel/panel";

export const GET = route(loyaltyPanel, (call) => panelFor(call));
