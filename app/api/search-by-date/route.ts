import { searchByDate } from "@/lib/date-search/contract";
import { contactsOfDate } from "@/lib/date-search/search";
import { route } from "@/lib/http/route";

export const GET = route(searchByDate, ({ branch, query: { date, ...page } }) => contactsOfDate(branch, date, page));
