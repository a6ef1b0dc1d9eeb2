import { openGuest } from "@/lib/guest-page/contract";
import { guestPage } from "@/lib/guest-page/open";
import { route } from "@/lib/http/route";

export const GET = route(openGuest, ({ branch, params, ...caller }) => guestPage(branch, params.id, caller));
