import { route } from "@/lib/api/route";
import { contactsOfDate } from "@/lib/evening/reads";
import { searchByDate } from "@/lib/tables/contract";

export const GET = route(searchByDate, async ({ branch, query }) => {
  const contacts = await contactsOfDate(branch, query.date);
  return { contacts, total: contacts.length };
});
