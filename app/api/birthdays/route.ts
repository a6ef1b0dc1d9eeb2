import { searchBirthdays } from "@/lib/birthdays/contract";
import { searchBirthdays as search } from "@/lib/birthdays/search";
import { mayWorkIn } from "@/lib/caller";
import { route } from "@/lib/http/route";

export const GET = route(searchBirthdays, ({ branch, query, allBranches, branches }) =>
  search(branch, query.date, query, allBranches, (one) => mayWorkIn(branches, one)),
);
