import { searchBirthdays } from "@/lib/birthday-search/contract";
import { searchBirthdays as search } from "@/lib/birthday-search/reads";
import { route } from "@/lib/http/route";

export const GET = route(searchBirthdays, ({ branch, query }) => search(branch, query.date, query));
