import { route } from "@/lib/api/route";
import { searchContacts } from "@/lib/contacts/contract";
import { searchContacts as search } from "@/lib/contacts/reads";

export const GET = route(searchContacts, ({ branch, query }) => search(branch, query));
