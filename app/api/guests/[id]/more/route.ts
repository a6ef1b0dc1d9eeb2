import { moreOfGuest } from "@/lib/guest-page/contract";
import { moreOf } from "@/lib/guest-page/open";
import { route } from "@/lib/http/route";

export const GET = route(moreOfGuest, ({ branch, params, query, ...caller }) => moreOf(branch, params.id, query, caller));
