import { listDuplicates } from "@/lib/duplicates/contract";
import { pageOfDuplicates } from "@/lib/duplicates/worklist";
import { route } from "@/lib/http/route";

export const GET = route(listDuplicates, ({ branch, query, ...caller }) => pageOfDuplicates(branch, query, caller));
