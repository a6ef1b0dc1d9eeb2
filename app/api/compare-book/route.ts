import { route } from "@/lib/http/route";
import { compareBook as compare } from "@/lib/rebuild/compare";
import { compareBook } from "@/lib/rebuild/contract";

export const POST = route(compareBook, ({ branch, by, request }) => compare(branch.key, by, request.signal));
