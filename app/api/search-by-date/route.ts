import { contactsOfDate } from "@/lib/evening/reads";
import { route } from "@/lib/http/route";
import { searchByDate } from "@/lib/tables/contract";

export const GET = route(searchByDate, ({ branch, query: { date, ...page } }) => contactsOfDate(branch, date, page));
