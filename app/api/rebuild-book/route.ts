import { route } from "@/lib/http/route";
import { rebuildBook as rebuild } from "@/lib/rebuild/compare";
import { rebuildBook } from "@/lib/rebuild/contract";

export const POST = route(rebuildBook, ({ branch, by, request }) => rebuild(branch, by, request.signal));
