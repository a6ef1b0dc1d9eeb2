import { searchContacts } from "@/lib/guest-search/contract";
import { searchContacts as search } from "@/lib/guest-search/search";
import { updateContact } from "@/lib/guests/contract";
import { correctContact } from "@/lib/guests/correct-contact";
import { route } from "@/lib/http/route";

export const GET = route(searchContacts, ({ branch, query, ...caller }) => search(branch, query, caller));
export const PATCH = route(updateContact, ({ branch, body, by, ...caller }) => correctContact(branch, body, by, caller));
