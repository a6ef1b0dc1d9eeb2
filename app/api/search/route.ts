import { searchRecipients } from "@/lib/contacts/contract";
import { searchContacts } from "@/lib/contacts/search";
import { route } from "@/lib/http/route";

export const GET = route(searchRecipients, ({ branch, query }) => searchContacts(branch, query));
