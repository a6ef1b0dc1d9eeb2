import { searchRecipients } from "@/lib/guest-search/contract";
import { searchContacts } from "@/lib/guest-search/search";
import { route } from "@/lib/http/route";

export const GET = route(searchRecipients, ({ branch, query, ...caller }) => searchContacts(branch, query, caller));
