import { route } from "@/lib/api/route";
import { contactsOfDate } from "@/lib/evening/reads";
import { searchByDate } from "@/lib/tables/contract";

export const GET = route(searchByDate, ({ branch, query: { date, ...page } }) => contactsOfDate(branch, date, page));
