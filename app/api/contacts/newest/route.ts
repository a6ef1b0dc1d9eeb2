import { newestGuests } from "@/lib/guest-search/contract";
import { newestGuests as newest } from "@/lib/guest-search/newest-guests";
import { route } from "@/lib/http/route";

export const GET = route(newestGuests, ({ branch, ...caller }) => newest(branch, caller));
