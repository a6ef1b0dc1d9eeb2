import { searchBirthdays } from "@/lib/birthday-search/contract";
import { searchBirthdays as search } from "@/lib/birthday-search/reads";
import { mayWorkIn } from "@/lib/caller";
import { route } from "@/lib/http/route";

export const GET = route(searchBirthdays, ({ branch, query, allBranches, branches }) =>
  search(branch, query.date, query, allBranches, (one) => mayWorkIn(branches, one)),
);
