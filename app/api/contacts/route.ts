import { searchContacts } from "@/lib/contacts/contract";
import { searchContacts as search } from "@/lib/contacts/reads";
import { route } from "@/lib/http/route";

export const GET = route(searchContacts, ({ branch, query }) => search(branch, query));
