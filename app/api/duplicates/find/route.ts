import { findDuplicates } from "@/lib/duplicates/contract";
import { lookNow } from "@/lib/duplicates/look";
import { route } from "@/lib/http/route";

export const POST = route(findDuplicates, ({ branch, by, request }) => lookNow(branch, by, request.signal));
