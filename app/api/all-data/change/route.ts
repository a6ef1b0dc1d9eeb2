import { changeTogether } from "@/lib/all-data/together/contract";
import { changeGuests } from "@/lib/all-data/together/together";
import { route } from "@/lib/http/route";

export const POST = route(changeTogether, ({ body, by, branch, allBranches, ...caller }) =>
  changeGuests({ branch, allBranches, caller }, body, by),
);
