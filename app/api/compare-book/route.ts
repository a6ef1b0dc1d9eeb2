import { route } from "@/lib/http/route";
import { compareBook } from "@/lib/rebuild/contract";
import { compareBook as compare } from "@/lib/rebuild/writes";

export const POST = route(compareBook, ({ branch, by, request }) => compare(branch.key, by, request.signal));
